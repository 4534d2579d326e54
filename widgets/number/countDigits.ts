/**
 * Returns the decimals to show: the author's setting for a number that has any, else `undefined`.
 */
export const countDigits = (value: number, decimals: number | undefined): number | undefined =>
  decimals === undefined || Number.isInteger(value) || Number(value.toFixed(decimals)) !== value
    ? undefined
    : decimals;
