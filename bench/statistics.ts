/**
 * Returns the quantile of a list; `share` is between 0 and 1.
 * It is NaN without values, or when a value is.
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.some(Number.isNaN)) return NaN;
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the quantile of durations, rounded to a tenth of a millisecond. */
export const percentile = (times: readonly number[], share: number): number =>
  Math.round(quantile(times, share) * 10) / 10;
