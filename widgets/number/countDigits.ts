const maxPadded = 2; // amounts of money; longer rows of zeros are hard to read

/**
 * Returns the decimals to show: the author's setting, so that 2,000.00 reads alike everywhere, or
 * `undefined` for all digits of the number.
 */
export function countDigits(value: number, decimals: number | undefined): number | undefined {
  const isLongWhole = Number.isInteger(value) && decimals !== undefined && decimals > maxPadded;
  return decimals === undefined || isLongWhole || Number(value.toFixed(decimals)) !== value
    ? undefined
    : decimals;
}
