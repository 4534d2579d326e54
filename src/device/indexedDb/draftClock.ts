import type { DraftAnswer } from '#schemas/forms/drafts.ts';
import { getDeviceNow } from '#src/device/serverClock.ts';

/**
 * A logical clock for answers in drafts: the time of day, but later than every answer that this tab
 * has read or written. An answer wins over what its writer saw, also after the clock was set back.
 */
let latest = 0;

/** Returns the time of a new answer. */
export function getAnswerTime(): number {
  latest = Math.max(getDeviceNow(), latest + 1);
  return latest;
}

/** Advances the clock to the latest of these answers. */
export function observeAnswers(answers: Readonly<Record<string, Pick<DraftAnswer, 'at'>>>): void {
  for (const { at } of Object.values(answers)) latest = Math.max(latest, at);
}
