import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

/** An instant as badges say it, in either language: `24.11.2026, 18:00` (product.md §2.4: DD.MM.YYYY, hh:mm). */
export function useMoment(): (instant: string) => string {
  const intl = useIntl();
  const { timeZone } = intl;
  // One for all: to make one for each card that is scrolled by costs more than the card.
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
