import { dayMs, hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';

export const mailOutboxLimits = {
  everyMs: secondMs, // polling interval
  sentAtOnce: 5,
  claimMs: 5 * minuteMs, // before another process takes over a claimed message; longer than any try
  backOff: { firstMs: 10 * secondMs, maxMs: hourMs },
  giveUpAfterHours: 48,
  outcomeAttempts: 9, // to store an outcome; with the delays about a minute, less than a claim
  outcomeBackOff: { firstMs: 250 },
  keptDays: 30, // the recipient only, without content
} as const;

export const notificationLimits = {
  everyMs: secondMs, // polling interval
  sentAtOnce: 100, // clients per poll
  eventsAtOnce: 500, // of a firm per mail
  /** A client who read in a case this recently is still reading: its news wait as long. */
  readingMs: 5 * minuteMs,
  /** Messages that are older when they are stored are imported, and not mailed. */
  importedAfterMs: dayMs,
  longestDailyMs: dayMs + hourMs, // to a daily time, over a change of the clocks
  stopLinkDays: 365,
} as const;

export const pushLimits = {
  everyMs: secondMs, // polling interval
  sentAtOnce: 50, // by one process
  claimMs: minuteMs, // before another process takes over; longer than a call
  backOff: { firstMs: 10 * secondMs, maxMs: 3 * hourMs, jitter: 0.5 },
  goodMs: dayMs, // older news are not shown
  giveUpMs: 3 * dayMs, // without a success; then the device is deleted
  failuresBeforeShown: 3, // in the settings
  tokenMs: 12 * hourMs, // at most a day by RFC 8292
  paddedBytes: 512, // so that the length of a message says nothing
  topicLength: 32, // by RFC 8030
} as const;

export const smsLimits = {
  perNumberPerDay: 10,
  perAccountPerDay: 500,
  /** Other countries are expensive and attract toll fraud. */
  countries: [
    'AT',
    'BE',
    'BG',
    'CH',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GB',
    'GR',
    'HR',
    'HU',
    'IE',
    'IS',
    'IT',
    'LI',
    'LT',
    'LU',
    'LV',
    'MT',
    'NL',
    'NO',
    'PL',
    'PT',
    'RO',
    'SE',
    'SI',
    'SK',
  ],
} as const;

export const webhookDeliveryLimits = {
  everyMs: secondMs, // polling interval
  queuedAtOnce: 500, // events per webhook and transaction
  sentAtOnce: 5, // to one webhook, each of another case
  webhooksAtOnce: 50, // per poll
  claimMs: minuteMs, // before another process takes over; longer than a call
  backOff: { firstMs: 10 * secondMs, maxMs: 3 * hourMs, jitter: 0.5 },
  giveUpMs: 3 * dayMs, // for a delivery, and for a webhook without a success
  failuresBeforeProbes: 10, // in a row
  probeEveryMs: 5 * minuteMs, // then one delivery per interval, until one succeeds
  attemptsShown: 20,
  overlapHours: 24, // of two secrets, unless the provider chooses
  keptDays: 30,
} as const;
