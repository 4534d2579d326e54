import { useIntl } from 'react-intl';
import { getServerNow } from '#src/device/serverClock.ts';
import { useDay } from '#src/locale/useMoment.ts';

const getDayBefore = (at: Date): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - 1);
const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** Formats an instant for lists: `Heute, 08:52`, `Gestern`, else the day. */
export function useShortDate(
  now: () => Date = () => new Date(getServerNow()),
): (instant: string) => string {
  const intl = useIntl();
  const day = useDay();
  return (instant) => {
    const at = new Date(instant);
    if (isSameDay(at, now()))
      return intl.formatMessage({ id: 'cases.today' }, { time: intl.formatTime(at) });
    return isSameDay(at, getDayBefore(now()))
      ? intl.formatMessage({ id: 'cases.yesterday' })
      : day(instant);
  };
}
