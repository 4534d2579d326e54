import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from './format.ts';

describe('parseDay', () => {
  it.each([
    ['24.12.2026', '2026-12-24'], ['1.2.26', '2026-02-01'], ['01/02/2026', '2026-02-01'], ['1-2-2026', '2026-02-01'], ['24122026', '2026-12-24'],
    [' 24. 12. 2026 ', '2026-12-24'], ['3.4.85', '1985-04-03'], ['2026-12-24', '2026-12-24'],
    ['31.2.2026', undefined], ['gestern', undefined], ['24.12.', undefined], ['', undefined],
  ])('%s is %s', (text, day) => expect(parseDay(text, 2026)).toBe(day));
});

it('writes a day as each language does', () => {
  expect([formatDay('2026-12-24', 'de'), formatDay('2026-12-24', 'en')]).toEqual(['24.12.2026', '24/12/2026']);
});
