import { isBlankText } from '#schemas/platform/plainText.ts';

/** Returns true for null, undefined, a text without a visible character and an empty array. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && isBlankText(value)) ||
  (Array.isArray(value) && value.length === 0);
