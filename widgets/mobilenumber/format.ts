/** An international number without separators, e.g. +4917604069123: what is stored. */
export const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^\+[1-9]\d{2,13}$/.test(value);

const germany = '49';
const separators = /[\s\u00A0\u202F()/.\-–]/g;

/** Without its prefix, a number of a German mobile network. */
const germanMobile = /^1[5-7]\d/;

/** Country codes of one and of two digits; all others have three (ITU-T E.164). */
const countryCode = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d*)$/;

function international(digits: string): string {
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return germany + digits.slice(1);
  // An address turns the plus of +49 into a space.
  return digits.startsWith(germany) && germanMobile.test(digits.slice(germany.length))
    ? digits
    : germany + digits;
}

/** The number somebody typed, in German or in international notation; undefined when it is none. */
export function parseNumber(text: string): string | undefined {
  const compact = text.replace(/\(0\)/, '').replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return undefined;
  const number = compact.startsWith('+') ? compact.slice(1) : international(compact);
  const plus = `+${number.replace(/^490/, germany)}`;
  return isNumber(plus) ? plus : undefined;
}

/** Parts of three or four, as even as they get. */
function inGroups(digits: string): string[] {
  if (digits.length <= 4) return digits === '' ? [] : [digits];
  const size = Math.floor(digits.length / Math.ceil(digits.length / 4));
  return [digits.slice(0, size), ...inGroups(digits.slice(size))];
}

/** A number as people read it: +49 176 0406 9123. */
export function formatNumber(number: string): string {
  const [, country = '', rest = ''] = countryCode.exec(number.slice(1)) ?? [];
  if (country === '') return number;
  return [`+${country}`, rest.slice(0, 3), ...inGroups(rest.slice(3))].filter(Boolean).join(' ');
}
