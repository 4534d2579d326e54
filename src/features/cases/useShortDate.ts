import { useIntl } from 'react-intl';

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** An instant as a list says it: `Heute, 08:52`, else the day (product.md §2.4). */
export function useShortDate(now: () => Date = () => new Date()): (instant: string) => string {
  const intl = useIntl();
  return (instant) => {
    const at = new Date(instant);
    const isToday = isSameDay(at, now());
    return isToday ? intl.formatMessage({ id: 'cases.today' }, { time: intl.formatTime(at) }) : intl.formatDate(at, { day: '2-digit', month: '2-digit', year: 'numeric' });
  };
}
