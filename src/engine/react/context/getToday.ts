import { getLocalDay } from '#schemas/platform/dates.ts';
import { getServerNow } from '#src/device/serverClock.ts';

/** Returns the day of the visitor's time zone as YYYY-MM-DD, at the server's time. */
export const getToday = (): string => getLocalDay(new Date(getServerNow()));
