/** Digits behind the point, also of numbers as small as 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

type Steps = { step: number; from: number; max: number | undefined };

/** The number nearest to a value that lies whole steps away from `from`. Counted in whole units, so that 0.3 is three steps of 0.1. */
export function nearestStep(value: number, { step, from, max = Infinity }: Steps): number {
  const scale = 10 ** Math.max(decimalsOf(step), decimalsOf(from));
  const most = Math.floor(Math.round((max - from) * scale) / Math.round(step * scale));
  const steps = Math.min(Math.round((value - from) / step), most);
  return (Math.round(from * scale) + steps * Math.round(step * scale)) / scale;
}
