import { expect, it } from 'vitest';
import { germanDay } from './dates.rules.ts';

it.each([
  ['2026-11-20T22:59:59Z', '2026-11-20'],
  ['2026-11-20T23:00:00Z', '2026-11-21'], // winter: +01:00
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'], // summer: +02:00
])('at %s it is %s in Germany', (instant, day) => expect(germanDay(new Date(instant))).toBe(day));
