import { expect, it } from 'vitest';
import { toDialable } from './phoneNumber.ts';

it.each([
  ['+49 (0)40 123 45', '+494012345'],
  ['+49 (0) 40 123-45', '+494012345'],
  ['+49\u00A0(\u202F0\u202F)\u00A040/12345', '+494012345'],
  ['0049 (0)40 12345', '00494012345'],
  ['(040) 123 45', '04012345'],
  ['040 / 123 – 45', '04012345'],
  ['+43 1 (0) 234', '+431234'],
  ['＋４９ 40 12345', '+494012345'],
])('A link to %j dials %s', (written, dialled) => {
  expect(toDialable(written)).toBe(dialled);
});
