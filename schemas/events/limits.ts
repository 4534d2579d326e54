import { minuteMs, secondMs } from '#schemas/platform/time.ts';

/** The event stream. */
export const eventLimits = {
  heartbeatMs: 15 * secondMs, // proxies close a silent stream
  retryMs: 3 * secondMs, // before the client reconnects
  opensPerMinute: 300, // per IP address, because an office shares one
  refusedMs: minuteMs, // before a client retries after a refusal
} as const;

/** The event list of a provider's programs. */
export const programEventLimits = { maxPageSize: 500, maxWaitSeconds: 30 } as const;
