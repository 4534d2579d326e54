import { closingLimits } from '#schemas/forms/limits.ts';
import type { ClosingReason, FormClosing } from './closings.ts';

/** Returns why a form is closed to visitors; null while it is open. */
export function findClosingReason(
  {
    isClosed,
    closesAt,
    maxSubmissions,
  }: Pick<FormClosing, 'isClosed' | 'closesAt' | 'maxSubmissions'>,
  now: Date,
  submissions: number,
): ClosingReason | null {
  if (isClosed) return 'hand';
  if (closesAt !== null && Date.parse(closesAt) <= now.getTime()) return 'date';
  return maxSubmissions !== null && submissions >= maxSubmissions ? 'number' : null;
}

/**
 * Computes the most submissions of a form that closes after `max`. Those above are of visitors who
 * had opened it before.
 */
export const countSlots = (max: number): number =>
  max + Math.ceil(max * closingLimits.shareOfExtraPlaces);
