import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { getServerNow } from '#src/device/serverClock.ts';
import { useServerClock } from '#src/device/useServerClock.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { dayFormats, minuteFormat } from '#schemas/platform/dates.ts';

/** The zone of the firms: their deadlines and mails are in it. */
const firmZone = 'Europe/Berlin';

function useDateFormat(more: Intl.DateTimeFormatOptions): (instant: string) => string {
  const intl = useIntl();
  const { timeZone } = intl;
  const day = dayFormats[intl.locale.startsWith('de') ? 'de' : 'en'];
  // Shared: to create a formatter per card is slower than to render the card.
  const written = intl.formatters.getDateTimeFormat(intl.locale, {
    ...day,
    ...(timeZone ? { timeZone } : {}),
    ...more,
  });
  return useCallback((instant) => written.format(new Date(instant)), [written]);
}

const namedZone = { ...minuteFormat, timeZoneName: 'short' } as const;
const atFirm = { ...minuteFormat, timeZone: firmZone } as const;

/**
 * Returns a function that formats an instant: `24.11.2026, 18:00`, or `24 Nov 2026, 18:00`. It names
 * the reader's zone where the firm's clock shows another time. The server does not know that zone.
 */
export function useMoment(): (instant: string) => string {
  const own = useDateFormat(minuteFormat);
  const ofFirm = useDateFormat(atFirm);
  const named = useDateFormat(namedZone);
  const isHydrated = useIsHydrated();
  return useCallback(
    (instant) => {
      const text = ofFirm(instant);
      return !isHydrated || own(instant) === text ? text : named(instant);
    },
    [own, ofFirm, named, isHydrated],
  );
}

/**
 * Returns a function that names the reader's zone at an instant, for a text with its own date and
 * time; empty where the firm's clock shows the same time.
 */
export function useForeignZone(): (instant: string) => string {
  const moment = useMoment();
  const own = useDateFormat(minuteFormat);
  return useCallback(
    (instant) => moment(instant).slice(own(instant).length).trimStart(),
    [moment, own],
  );
}

/** Returns a function that formats the day of an instant: `24.11.2026`, or `24 Nov 2026`. */
export const useDay = (): ((instant: string) => string) => useDateFormat({});

/** Returns a function that formats a date without a time of day. */
export const useCalendarDay = (): ((date: string) => string) => useDateFormat({ timeZone: 'UTC' });

const longestTimerMs = 2 ** 31 - 1; // the maximum of setTimeout

const readNow = (): Date => new Date(getServerNow());
const never = (): undefined => undefined;

/**
 * Returns the server's time. Updates it when `changesInMs` has passed, and when it turns out to
 * differ from the device's.
 */
export function useNow(changesInMs: (now: Date) => number | undefined = never): Date {
  const [now, setNow] = useState(readNow);
  const version = useServerClock();
  const [known, setKnown] = useState(version);
  if (known !== version) {
    setKnown(version);
    setNow(readNow());
  }
  const wait = changesInMs(now);
  const due = wait === undefined ? undefined : now.getTime() + wait;
  useEffect(() => {
    if (due === undefined) return undefined;
    // `now` may be old
    const timer = setTimeout(
      () => setNow(readNow()),
      Math.min(due - getServerNow(), longestTimerMs),
    );
    return () => clearTimeout(timer);
  }, [due, now]);
  return now;
}
