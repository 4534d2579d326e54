import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/mobile';
import { parseNumber } from '#schemas/platform/phoneNumber.ts';
import { smsLimits } from '#server/mail/limits.ts';

const home = 'DE';
const countries: readonly string[] = smsLimits.countries;

/**
 * Normalizes a number to E.164: +491711234567. Reads the notations of the forms, such as a number
 * that has lost its plus. Undefined for an invalid one.
 */
export function toInternationalNumber(text: string): string | undefined {
  const number = parsePhoneNumber(parseNumber(text) ?? text, home);
  return number?.isPossible() ? number.number : undefined;
}

/** Returns the number for an SMS; undefined for a landline and for unsupported countries. */
export function readSmsNumber(mobile: string | null): string | undefined {
  const number = mobile === null ? undefined : parsePhoneNumber(mobile, home);
  return number?.isValid() &&
    number.country &&
    isSupportedCountry(number.country) &&
    countries.includes(number.country)
    ? number.number
    : undefined;
}
