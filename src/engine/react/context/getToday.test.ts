import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLocalDay } from '#schemas/platform/dates.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { startExchange } from '#src/device/serverClock.ts';
import { getToday } from './getToday.ts';

const noon = new Date(2026, 10, 20, 12);

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function receiveResponse(sentAt: Date): void {
  startExchange()(new Headers({ date: sentAt.toUTCString(), 'cache-control': 'no-store' }));
}

it('Today is the day of the server where the clock of the device is wrong', () => {
  expect(getToday()).toBe('2026-11-20');
  receiveResponse(new Date(noon.getTime() + 400 * dayMs));
  expect(getToday()).toBe(getLocalDay(new Date(noon.getTime() + 400 * dayMs)));
});

it("Today is the day of the device's time zone", () => {
  const lateEvening = new Date(2026, 10, 20, 23, 30);
  receiveResponse(lateEvening);
  expect(getToday()).toBe('2026-11-20');
  receiveResponse(new Date(2026, 10, 21, 0, 30));
  expect(getToday()).toBe('2026-11-21');
});
