import { providerLimits } from '#schemas/platform/limits.ts';

/** Formats a count beside the name of a filter; null stands for more than can be counted. */
export const formatFoundCount = (count: number | null | undefined): string =>
  count === undefined ? '' : ` ${count ?? `${providerLimits.maxTotal}+`}`;
