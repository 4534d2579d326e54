import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

/** An instant as badges say it, in either language: `24.11.2026, 18:00` (product.md §2.4: DD.MM.YYYY, hh:mm). */
export function useMoment(): (instant: string) => string {
  const intl = useIntl();
  const written = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', ...(intl.timeZone ? { timeZone: intl.timeZone } : {}) });
  return (instant) => written.format(new Date(instant));
}

const longestTimerMs = 2 ** 31 - 1; // browsers know no longer ones

/** Now, and again once so much time has passed. */
export function useNow(changesInMs: (now: Date) => number | undefined): Date {
  const [now, setNow] = useState(() => new Date());
  const wait = changesInMs(now);
  const due = wait === undefined ? undefined : now.getTime() + wait;
  useEffect(() => {
    if (due === undefined) return undefined;
    const timer = setTimeout(() => setNow(new Date()), Math.min(due - Date.now(), longestTimerMs)); // it may be long since `now` was told
    return () => clearTimeout(timer);
  }, [due, now]);
  return now;
}
