import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/mobile';
import { limits } from '#schemas/limits.ts';

const home = 'DE';
const countries: readonly string[] = limits.sms.countries;

/** A number as the whole world writes it, +491711234567: one number is one number, however it was typed. Undefined for what is none. */
export function internationalNumber(text: string): string | undefined {
  const number = parsePhoneNumber(text, home);
  return number?.isPossible() ? number.number : undefined;
}

/** Where an SMS to it would go; undefined for a landline, and for countries that we send none to. */
export function smsNumber(mobile: string | null): string | undefined {
  const number = mobile === null ? undefined : parsePhoneNumber(mobile, home);
  return number?.isValid() &&
    number.country &&
    isSupportedCountry(number.country) &&
    countries.includes(number.country)
    ? number.number
    : undefined;
}
