import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getStartOfDay,
  countDropOffs,
  countMondaysUpTo,
  findLargestDropOff,
  type ReachedStep,
} from './formFigures.rules.ts';

describe('The start of a day in Germany', () => {
  it.each([
    ['2026-11-22', '2026-11-21T23:00:00.000Z'],
    ['2026-06-30', '2026-06-29T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', '2026-03-29T22:00:00.000Z'], // the night the clocks go forward
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'], // the night they go back
    ['2027-01-01', '2026-12-31T23:00:00.000Z'],
  ])('%s at %s', (day, instant) => expect(getStartOfDay(day).toISOString()).toBe(instant));
});

describe('The weeks of a form’s statistics', () => {
  it.each([
    ['2026-11-22T09:00:00Z', '2026-11-16'], // a Sunday
    ['2026-11-22T22:59:59Z', '2026-11-16'],
    ['2026-11-22T23:00:00Z', '2026-11-23'],
    ['2026-03-29T21:59:59Z', '2026-03-23'],
    ['2026-03-29T22:00:00Z', '2026-03-30'], // a week of 167 hours
    ['2026-10-25T22:59:59Z', '2026-10-19'],
    ['2026-10-25T23:00:00Z', '2026-10-26'], // a week of 169 hours
    ['2026-12-31T23:30:00Z', '2026-12-28'],
  ])('At %s the current week starts on %s', (now, monday) =>
    expect(countMondaysUpTo(new Date(now), 1)).toEqual([monday]),
  );

  it.each([
    ['2026-04-08T09:00:00Z', ['2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06']],
    ['2026-11-04T09:00:00Z', ['2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02']],
    ['2027-01-06T09:00:00Z', ['2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04']],
  ])('At %s the last four weeks start on %j', (now, mondays) =>
    expect(countMondaysUpTo(new Date(now), 4)).toEqual(mondays),
  );

  it('Every week starts on a Monday, seven days after the previous one', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (now) => {
          const mondays = countMondaysUpTo(now, 12).map((day) => new Date(day));
          expect(new Set(mondays.map((day) => day.getUTCDay()))).toEqual(new Set([1]));
          const begins = getStartOfDay(countMondaysUpTo(now, 1)[0] ?? '');
          expect(now.getTime() - begins.getTime()).toBeGreaterThanOrEqual(0);
          expect(now.getTime() - begins.getTime()).toBeLessThanOrEqual(169 * 3_600_000);
        },
      ),
    );
  });
});

describe('The drop-off at a step', () => {
  const shownToAll = (reached: number): ReachedStep => ({ isConditional: false, reached });
  const shownToSome = (reached: number): ReachedStep => ({ isConditional: true, reached });
  it.each<[string, ReachedStep[], (number | null)[], number | undefined]>([
    ['without any step', [], [], undefined],
    ['for one page and the submission', [shownToAll(10), shownToAll(4)], [6, null], 0],
    [
      'for several pages',
      [shownToAll(40), shownToAll(31), shownToAll(20), shownToAll(17)],
      [9, 11, 3, null],
      1,
    ],
    [
      'across a conditional page',
      [shownToAll(40), shownToSome(5), shownToAll(30), shownToAll(28)],
      [10, null, 2, null],
      0,
    ],
    [
      'when a later page was reached more often',
      [shownToAll(3), shownToAll(5), shownToAll(2)],
      [0, 3, null],
      1,
    ],
    ['when every visitor submits', [shownToAll(3), shownToAll(3)], [0, null], undefined],
    [
      'when two steps lose the same number',
      [shownToAll(9), shownToAll(6), shownToAll(3)],
      [3, 3, null],
      0,
    ],
  ])('The drop-off is counted %s', (_, steps, lost, most) =>
    expect([countDropOffs(steps), findLargestDropOff(steps)]).toEqual([lost, most]),
  );
});
