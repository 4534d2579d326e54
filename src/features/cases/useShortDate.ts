import { useIntl } from 'react-intl';

const dayBefore = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1);
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** An instant as a list says it: `Heute, 08:52`, `Gestern`, else the day (product.md §2.4). */
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

/** An instant to the minute: `15.10.2026, 10:24`. */
export function useMinute(): (instant: string) => string {
  const intl = useIntl();
  return (instant) => intl.formatDate(instant, { ...day, hour: '2-digit', minute: '2-digit' });
}
