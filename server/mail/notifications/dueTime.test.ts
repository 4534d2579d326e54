import { expect, it } from 'vitest';
import { computeDueAt, findNextDaily } from './dueTime.ts';

const next = (now: string, dailyAt: string) =>
  new Date(findNextDaily(Date.parse(now), dailyAt)).toISOString();

it.each([
  ['2026-11-20T06:59:00Z', '08:00', '2026-11-20T07:00:00.000Z'],
  ['2026-11-20T07:00:00Z', '08:00', '2026-11-21T07:00:00.000Z'],
  ['2026-07-01T23:30:00Z', '00:15', '2026-07-02T22:15:00.000Z'],
  ['2026-12-31T22:00:00Z', '22:30', '2027-01-01T21:30:00.000Z'],
])('After %s the daily mail of %s is sent at %s', (now, dailyAt, at) =>
  expect(next(now, dailyAt)).toBe(at),
);

it.each([
  [
    'is an hour earlier in UTC in spring',
    '2027-03-27T12:00:00Z',
    '08:00',
    '2027-03-28T06:00:00.000Z',
  ],
  [
    'is an hour later in UTC in autumn',
    '2026-10-24T12:00:00Z',
    '08:00',
    '2026-10-25T07:00:00.000Z',
  ],
  [
    'moves from the skipped hour to the next',
    '2027-03-27T12:00:00Z',
    '02:30',
    '2027-03-28T01:30:00.000Z',
  ],
  [
    'is sent once in the repeated hour',
    '2026-10-24T12:00:00Z',
    '02:30',
    '2026-10-25T01:30:00.000Z',
  ],
])('The daily mail %s', (_, now, dailyAt, at) => expect(next(now, dailyAt)).toBe(at));

it('After the repeated hour the next daily mail is of the next day', () =>
  expect(next('2026-10-25T01:30:00Z', '02:30')).toBe('2026-10-26T01:30:00.000Z'));

it('News that end before the daily time are mailed after minutes, or at once', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  const due = (goodUntil: string | null) =>
    computeDueAt(now, 300_000, { dailyAt: '08:00', goodUntil });
  expect(due(null)).toBe('2026-11-21T07:00:00.000Z');
  expect(due('2026-11-20T12:00:00Z')).toBe('2026-11-20T09:05:00.000Z');
  expect(due('2026-11-20T09:01:00Z')).toBe('2026-11-20T09:00:00.000Z');
});
