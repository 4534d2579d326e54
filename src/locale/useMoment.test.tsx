// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { messages } from '#src/engine/testing/messages.ts';
import { startExchange } from '#src/device/serverClock.ts';
import { useShortDate } from './useShortDate.ts';
import { useMoment, useNow } from './useMoment.ts';

const noon = new Date('2026-11-20T12:00:00.000Z').getTime();
const minute = 60_000;
beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const until = (at: number | undefined) => (now: Date) =>
  at === undefined || now.getTime() >= at ? undefined : at - now.getTime();
const watch = (at: number | undefined) =>
  renderHook((due: number | undefined) => useNow(until(due)).getTime(), { initialProps: at });

it('The time updates when it is due', () => {
  const { result } = watch(noon + 10 * minute);
  pass(10 * minute - 1);
  expect(result.current).toBe(noon);
  pass(1);
  expect(result.current).toBe(noon + 10 * minute);
});

it('A later due time is honoured', () => {
  const { result, rerender } = watch(undefined);
  pass(60 * minute);
  rerender(noon + 70 * minute);
  pass(10 * minute);
  expect(result.current).toBe(noon + 70 * minute);
});

it('A due time beyond the maximum timeout is honoured', () => {
  const month = 31 * 24 * 60 * minute;
  const { result } = watch(noon + month);
  pass(month - 1);
  expect(result.current).toBeLessThan(noon + month);
  pass(1);
  expect(result.current).toBe(noon + month);
});

it.each([
  ['Europe/Berlin', '27.11.2026, 18:00'],
  ['Europe/Vienna', '27.11.2026, 18:00'],
  ['UTC', '27.11.2026, 17:00 UTC'],
  ['America/New_York', '27.11.2026, 12:00 GMT-5'],
])('A reader in %s sees the deadline as %s', (timeZone, expected) => {
  const { result } = renderHook(() => useMoment(), {
    wrapper: ({ children }) => (
      <IntlProvider locale="de" timeZone={timeZone}>
        {children}
      </IntlProvider>
    ),
  });
  expect(result.current('2026-11-27T17:00:00Z')).toBe(expected);
});

it('A page that the server renders shows the firm’s time, because it does not know the reader’s', () => {
  const Moment = () => useMoment()('2026-11-27T17:00:00Z');
  const html = renderToStaticMarkup(
    <IntlProvider locale="de" timeZone="UTC">
      <Moment />
    </IntlProvider>,
  );
  expect(html).toBe('27.11.2026, 18:00');
});

/** Has the page learn that the server's time is noon, while the device's clock is wrong. */
function learnNoon(wrongByMs: number): void {
  vi.setSystemTime(noon + wrongByMs);
  startExchange()(new Headers({ date: new Date(noon).toUTCString(), 'cache-control': 'no-store' }));
}

it.each([-120 * minute, 360 * minute, -noon])(
  'The time is the server’s on a device whose clock is wrong by %d ms',
  (wrongByMs) => {
    learnNoon(wrongByMs);
    const { result } = watch(noon + 10 * minute);
    expect(Math.abs(result.current - noon)).toBeLessThanOrEqual(1_000);
    pass(10 * minute + 1_000);
    expect(result.current).toBeGreaterThanOrEqual(noon + 10 * minute);
  },
);

it('A page that was rendered by a wrong clock is corrected by the first response', () => {
  learnNoon(0);
  pass(minute);
  const { result } = watch(undefined);
  act(() => learnNoon(-120 * minute));
  expect(Math.abs(result.current - noon)).toBeLessThanOrEqual(1_000);
});

it('A list says today by the server’s clock', () => {
  learnNoon(-26 * 60 * minute);
  const Shown = () => useShortDate()(new Date(noon - minute).toISOString());
  const html = renderToStaticMarkup(
    <IntlProvider locale="de" timeZone="UTC" messages={messages.de}>
      <Shown />
    </IntlProvider>,
  );
  expect(html).toBe('Heute, 11:59');
});
