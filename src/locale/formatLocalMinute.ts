import { minuteMs } from '#schemas/platform/time.ts';

/** Formats an instant for `datetime-local` inputs, in the reader's time zone. */
export function formatLocalMinute(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}
