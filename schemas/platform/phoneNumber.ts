import { cleanTyped } from './typedText.ts';

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

function toInternational(digits: string): string {
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return germany + digits.slice(1);
  // In a URL the plus of +49 becomes a space, and spreadsheets drop it.
  return lostPlus.test(digits) ? digits : germany + digits;
}

/** Words that are copied with a number: tel:, Tel.:, Handynummer */
const label = /^(?:tel(?:efon|ephone)?|mobile?|handy|phone)(?:-?nummer| number)?[.:]* */i;

/** Parses a number in German or international notation; `undefined` if it is none. */
export function parseNumber(text: string): string | undefined {
  const compact = cleanTyped(text, 'code')
    .replace(label, '')
    .replace(/\( ?0 ?\)/, '')
    .replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return undefined;
  const number = compact.startsWith('+') ? compact.slice(1) : toInternational(compact);
  const plus = `+${number.replace(/^490/, germany)}`;
  return isNumber(plus) ? plus : undefined;
}

/** The zero of an area code that is left out after a country code: +49 (0)40. */
const omittedZero = /^((?:\+|00)[\d\s./·-]*)\( ?0 ?\)/;

/** Returns any written number as a `tel:` link dials it: digits, after a plus if it has one. */
export const toDialable = (phone: string): string =>
  cleanTyped(phone, 'code')
    .replace(omittedZero, '$1')
    .replace(/[^\d+]/g, '');
