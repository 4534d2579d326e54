import { cleanTyped } from './typedText.ts';

/** The zero of an area code that is left out after a country code: +49 (0)40. */
const omittedZero = /^((?:\+|00)[\d\s]*)\( ?0 ?\)/;

/** Returns a written telephone number as a `tel:` link dials it: digits, after a plus if it has one. */
export const toDialable = (phone: string): string =>
  cleanTyped(phone, 'code')
    .replace(omittedZero, '$1')
    .replace(/[^\d+]/g, '');
