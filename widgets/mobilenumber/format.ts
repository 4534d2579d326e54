const germany = '49';

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d*)$/;

/** Splits digits into groups of three or four of similar length. */
function groupDigits(digits: string): string[] {
  if (digits.length <= 4) return digits === '' ? [] : [digits];
  const size = Math.floor(digits.length / Math.ceil(digits.length / 4));
  return [digits.slice(0, size), ...groupDigits(digits.slice(size))];
}

/** German area codes of two digits: Berlin, Hamburg, Frankfurt and Munich. */
const shortAreaCode = /^(?:30|40|69|89)/;

/** Formats a number for reading: +49 176 0406 9123. */
export function formatNumber(number: string): string {
  const [, country = '', rest = ''] = countryCode.exec(number.slice(1)) ?? [];
  if (country === '') return number;
  const areaLength = country === germany && shortAreaCode.test(rest) ? 2 : 3;
  const [area, own] = [rest.slice(0, areaLength), rest.slice(areaLength)];
  return [`+${country}`, area, ...groupDigits(own)].filter(Boolean).join(' ');
}
