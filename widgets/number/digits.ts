/** How many digits a number shows behind the comma: as many as its author speaks of, where it has any at all; undefined for as many as it has. */
export const digitsOf = (value: number, decimals: number | undefined): number | undefined =>
  decimals === undefined || Number.isInteger(value) || Number(value.toFixed(decimals)) !== value
    ? undefined
    : decimals;
