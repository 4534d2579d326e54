import { hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';

export const mailOutboxLimits = {
  everyMs: secondMs, // polling interval
  sentAtOnce: 5,
  claimMs: 5 * minuteMs, // before another process takes over a claimed message; longer than any try
  retryMs: 10 * secondMs, // doubled with every try
  maxRetryMs: hourMs,
  giveUpAfterHours: 48,
  keptDays: 30, // the recipient only, without content
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
