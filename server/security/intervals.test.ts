import { beforeEach, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#schemas/platform/time.ts';
import { createTestClock } from '#server/testing/testClock.ts';
import { getIntervalEnd } from './intervals.ts';

const startedAt = '2026-11-29T12:00:00.000Z';
const endsAt = '2026-11-29T12:10:00.000Z';
let clock: ReturnType<typeof createTestClock>;
beforeEach(() => {
  clock = createTestClock(startedAt);
});

/** Returns how long the interval lasts from now on. */
const getLeft = (name = 'lock') =>
  getIntervalEnd({ clock }, name, startedAt, endsAt) - clock.now().getTime();

it('An interval lasts its length', () => {
  expect(getLeft()).toBe(10 * minuteMs);
  clock.forward(4 * minuteMs);
  expect(getLeft()).toBe(6 * minuteMs);
  clock.forward(6 * minuteMs);
  expect(getLeft()).toBe(0);
});

it('A clock that is set back lengthens no interval, also when it is set back again', () => {
  getLeft();
  clock.forward(4 * minuteMs);
  clock.jump(-2 * hourMs);
  expect(getLeft()).toBe(6 * minuteMs);
  clock.forward(minuteMs);
  clock.jump(-3 * minuteMs);
  expect(getLeft()).toBe(5 * minuteMs);
  clock.forward(5 * minuteMs);
  expect(getLeft()).toBe(0);
});

it('A clock that is set forward ends the interval', () => {
  getLeft();
  clock.jump(hourMs);
  expect(getLeft()).toBeLessThanOrEqual(0);
});

it('A process that first sees the interval after the jump lets it last its length at most', () => {
  clock.jump(-2 * hourMs);
  expect(getLeft()).toBe(10 * minuteMs);
  clock.forward(10 * minuteMs);
  expect(getLeft()).toBe(0);
});

it('Two intervals are measured apart', () => {
  getLeft();
  clock.forward(4 * minuteMs);
  clock.jump(-2 * hourMs);
  expect([getLeft(), getLeft('other')]).toEqual([6 * minuteMs, 10 * minuteMs]);
});
