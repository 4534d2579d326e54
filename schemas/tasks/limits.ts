export const taskLimits = {
  maxReminderHours: 30 * 24,
  secondsPerQuestion: 40, // estimate of the time that a task takes a client
  warnMinutes: 15, // before a deadline
} as const;

export const inboxLimits = {
  pageSize: 50,
} as const;

export const boardLimits = {
  pageSize: 500,
  maxStaffOfCase: 200, // on the list of a case
  cardsAtOnce: 50, // changed cards fetched in one request
} as const;
