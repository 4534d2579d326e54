import { secondMs } from '#schemas/platform/time.ts';

export const caseLimits = {
  pageSize: 50,
  unreadOnDashboard: 5,
  maxSearchLength: 100,
  filePageSize: 50,
  maxFilePageSize: 1_000, // a gallery shows the position among all files
  downloadsPerMinute: 10, // per IP address
  maxHeaderLength: 200,
  maxReferenceLength: 100,
  maxCategories: 50,
  maxCategoryLength: 100,
  maxAssignees: 100,
  maxClients: 500,
  maxFolderNameLength: 100,
} as const;

export const caseHistoryLimits = {
  maxGroups: 50,
  maxStates: 200, // of a phase
  maxNameLength: 100,
  maxStatusLength: 500,
} as const;

export const messageLimits = {
  pageSize: 50,
  maxPageSize: 1_000, // the meaning of size -1
  maxOffset: 100_000,
  maxHeaderLength: 200,
  maxTextLength: 20_000,
  maxLabels: 20,
  maxLabelLength: 50,
  sealedLength: 50, // characters of an unread message
  sendsPerMinute: 60, // per IP address
  sendEveryMs: 1_500, // the client's throttle
  resendAfterMs: 5 * secondMs, // retry after a network failure
  attemptsAtFailures: 5, // after 5xx; then the text returns to its writer
  highlightMs: 5 * secondMs, // a search result in the timeline
} as const;

export const searchLimits = {
  perMinute: 60, // per IP address
  mistypedFrom: 6, // letters; one typing error is forgiven in such words
} as const;
