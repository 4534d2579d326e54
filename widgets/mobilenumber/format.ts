import { cleanTyped } from '#schemas/platform/typedText.ts';

/**
 * International number without separators, such as +4917604069123: 4 to 15 digits, or as many
 * after +49, which is added to German ones.
 */
export const numberPattern = '^\\+(49[0-9]{4,15}|[1-35-9][0-9]{3,14}|4[0-8][0-9]{2,13})$';

const wholeNumber = new RegExp(numberPattern);

export const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && wholeNumber.test(value);

const germany = '49';
const separators = /[\s()/.·-]/g;

/** 49 and a number that no area code such as 04921 begins with: a mobile one, or a longer one. */
const lostPlus = /^49(?:1[5-7]\d|\d{10})/;

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d*)$/;

function toInternational(digits: string): string {
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return germany + digits.slice(1);
  // In a URL the plus of +49 becomes a space, and spreadsheets drop it.
  return lostPlus.test(digits) ? digits : germany + digits;
}

/** Parses a number in German or international notation; `undefined` if it is none. */
export function parseNumber(text: string): string | undefined {
  const compact = cleanTyped(text, 'code')
    .replace(/^tel:/i, '')
    .replace(/\( ?0 ?\)/, '')
    .replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return undefined;
  const number = compact.startsWith('+') ? compact.slice(1) : toInternational(compact);
  const plus = `+${number.replace(/^490/, germany)}`;
  return isNumber(plus) ? plus : undefined;
}

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
