import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

/** Returns a function that formats an instant as `24.11.2026, 18:00` in either language. */
export function useMoment(): (instant: string) => string {
  const intl = useIntl();
  const { timeZone } = intl;
  // Shared: to create a formatter per card is slower than to render the card.
  const written = intl.formatters.getDateTimeFormat('de-DE', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });
  return (instant) => written.format(new Date(instant));
}

const longestTimerMs = 2 ** 31 - 1; // the maximum of setTimeout

/** Returns the current time, and updates it when `changesInMs` has passed. */
export function useNow(changesInMs: (now: Date) => number | undefined): Date {
  const [now, setNow] = useState(() => new Date());
  const wait = changesInMs(now);
  const due = wait === undefined ? undefined : now.getTime() + wait;
  useEffect(() => {
    if (due === undefined) return undefined;
    // `now` may be old
    const timer = setTimeout(() => setNow(new Date()), Math.min(due - Date.now(), longestTimerMs));
    return () => clearTimeout(timer);
  }, [due, now]);
  return now;
}
