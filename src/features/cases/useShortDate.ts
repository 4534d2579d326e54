import { useIntl } from 'react-intl';

const dayBefore = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1);
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** Formats an instant for lists: `Heute, 08:52`, `Gestern`, else the day. */
export function useShortDate(now: () => Date = () => new Date()): (instant: string) => string {
  const intl = useIntl();
  return (instant) => {
    const at = new Date(instant);
    if (isSameDay(at, now()))
      return intl.formatMessage({ id: 'cases.today' }, { time: intl.formatTime(at) });
    return isSameDay(at, dayBefore(now()))
      ? intl.formatMessage({ id: 'cases.yesterday' })
      : intl.formatDate(at, day);
  };
}

/** Formats an instant to the minute: `15.10.2026, 10:24`. */
export function useMinute(): (instant: string) => string {
  const intl = useIntl();
  return (instant) => intl.formatDate(instant, { ...day, hour: '2-digit', minute: '2-digit' });
}
