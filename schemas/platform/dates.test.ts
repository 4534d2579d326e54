import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  dayBoundPattern,
  formatDayInWords,
  getGermanDay,
  getGermanInstant,
  readInstant,
  resolveDay,
  shiftDay,
} from './dates.ts';

it.each([
  ['2026-11-20T22:59:59Z', '2026-11-20'],
  ['2026-11-20T23:00:00Z', '2026-11-21'], // winter: +01:00
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'], // summer: +02:00
])('At %s the date in Germany is %s', (instant, day) =>
  expect(getGermanDay(new Date(instant))).toBe(day),
);

it.each([
  ['2026-11-20', '00:00', '2026-11-19T23:00:00.000Z'],
  ['2026-07-01', '23:59', '2026-07-01T21:59:00.000Z'],
  ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'], // skipped: 03:30 in summer time
  ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25', '02:30', '2026-10-25T01:30:00.000Z'], // the second of two
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
  ['2028-02-29', '18:00', '2028-02-29T17:00:00.000Z'],
])('In Germany it is %s %s at %s', (day, time, instant) =>
  expect(getGermanInstant(day, time).toISOString()).toBe(instant),
);

it.each([
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-26', -1, '2026-10-25'],
  ['2026-10-26', -2, '2026-10-24'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
])('The day %s moved by %i days is %s', (day, days, moved) =>
  expect(shiftDay(day, days)).toBe(moved),
);

it.each([
  ['today', '2026-11-20'],
  ['today-18y', '2008-11-20'],
  ['+14d', '2026-12-04'],
  ['-1d', '2026-11-19'],
  ['today+2w', '2026-12-04'],
  ['-3m', '2026-08-20'],
  ['2020-01-31', '2020-01-31'],
])('%s means %s on 20 November 2026', (bound, day) =>
  expect(resolveDay(bound, '2026-11-20')).toBe(day),
);

it.each([
  ['+1m', '2026-01-31', '2026-02-28'],
  ['today-18y', '2028-02-29', '2010-02-28'],
  ['today-18y', '2026-03-01', '2008-03-01'],
  ['-1d', '2024-03-01', '2024-02-29'],
  ['+1d', '2026-10-24', '2026-10-25'],
  ['+1d', '2026-10-25', '2026-10-26'], // the night the clocks go back
])('%s on %s is %s', (bound, today, day) => expect(resolveDay(bound, today)).toBe(day));

it('Relative days are counted across months and daylight saving time', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9999, max: 9999 }), (days) => {
      const day = resolveDay(`${days < 0 ? '' : '+'}${days}d`, '2026-11-20');
      expect((Date.parse(day) - Date.parse('2026-11-20')) / 86_400_000).toBe(days);
    }),
  );
});

it.each(['today', '+14d', '-1w', 'today-18y', '2026-11-20'])(
  'An author may write the bound %s',
  (bound) => expect(bound).toMatch(new RegExp(dayBoundPattern)),
);
it.each(['yesterday', '14d', 'today18y', '+14', '+14h', '+99999d', '20.11.2026'])(
  'An author may not write the bound %s',
  (bound) => expect(bound).not.toMatch(new RegExp(dayBoundPattern)),
);

it('A day is formatted in words in both languages', () =>
  expect([formatDayInWords('2026-12-04', 'de'), formatDayInWords('2026-12-04', 'en')]).toEqual([
    '04.12.2026',
    '4 Dec 2026',
  ]));

it.each([
  ['2026-11-30T09:00:00Z', '2026-11-30T09:00:00.000Z'],
  ['2026-11-30T09:00', '2026-11-30T08:00:00.000Z'],
  ['2026-07-01T09:00', '2026-07-01T08:00:00.000Z'],
  ['2026-11-30T23:00:00+23:00', '2026-11-30T00:00:00.000Z'],
  ['2026-02-31T10:00:00Z', undefined],
  ['2016-12-31T23:59:60Z', undefined],
  ['2026-11-30T08:00:00+24:00', undefined],
  ['9999-12-31T23:59:59-05:00', undefined], // stored as +010000, which sorts before all others
  ['0000-01-01T00:00:00+05:00', undefined],
])('The instant %s is %s in UTC', (given, instant) => expect(readInstant(given)).toBe(instant));
