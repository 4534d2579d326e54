import { getServerNow } from '#src/device/serverClock.ts';

/** Returns the instant at which an answer is given, by the server's clock as far as it is known. */
export const getAnswerInstant = (): string => new Date(getServerNow()).toISOString();
