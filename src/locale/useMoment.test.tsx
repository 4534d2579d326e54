// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
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
