/** Counts decimals, also of numbers as small as 1e-7. */
export function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/** Returns true if a number with this many decimals lies between two others. */
export function hasNumberBetween(min: number, max: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return (
    Math.ceil(Number((min * scale).toFixed(6))) <= Math.floor(Number((max * scale).toFixed(6)))
  );
}

type Steps = { step: number; from: number; max: number | undefined };

/**
 * Returns the nearest number that is a multiple of `step` from `from`. Counts in integers, so that
 * 0.3 is three steps of 0.1.
 */
export function findNearestStep(value: number, { step, from, max = Infinity }: Steps): number {
  const scale = 10 ** Math.max(countDecimals(step), countDecimals(from));
  const most = Math.floor(Math.round((max - from) * scale) / Math.round(step * scale));
  const steps = Math.min(Math.round((value - from) / step), most);
  return (Math.round(from * scale) + steps * Math.round(step * scale)) / scale;
}
