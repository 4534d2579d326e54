import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { passwordLimits, userLimits } from '#schemas/access/limits.ts';
import { AccountDetails } from '#schemas/accounts/accounts.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { GivenLine, Line, MailAddress, type Language } from '#schemas/platform/common.ts';
import { isSamePassword } from '#schemas/access/users.rules.ts';
import { isBlankText, toPlainText } from '#schemas/platform/plainText.ts';
import { cleanTyped, type TypedKind } from '#schemas/platform/typedText.ts';
import { cleanUsername } from '#schemas/access/usernames.rules.ts';
import { buildFirmKey, isFirmKey } from '#server/accounts/accounts/service.ts';
import { getPasswordError } from '#server/security/passwords.ts';
import { getTexts } from '#server/texts.ts';

const PersonName = GivenLine(userLimits.maxNameLength);
const { name, street, postalCode, city, phone, website } = AccountDetails.properties;
/** Its rules have their own sentences. */
const AnyText = Type.String();

export type SetUpField = {
  name: SetUpName;
  schema: Type.TSchema;
  type: 'text' | 'email' | 'tel' | 'url' | 'password';
  autocomplete: string;
  maxLength: number;
  isRequired?: boolean;
};

const { maxDetailLength } = accountLimits;
const { maxNameLength, maxEmailLength, maxUsernameLength } = userLimits;
const plain = { type: 'text', autocomplete: 'off', maxLength: maxDetailLength } as const;
const secret = {
  schema: AnyText,
  type: 'password',
  autocomplete: 'new-password',
  maxLength: passwordLimits.maxLength,
  isRequired: true,
} as const;

/** Names of the posted fields, in the order of the page. */
const setUpNames = [
  'name',
  'street',
  'postalCode',
  'city',
  'phone',
  'website',
  'firmKey',
  'firstName',
  'lastName',
  'email',
  'username',
  'password',
  'passwordConfirmation',
] as const;
export type SetUpName = (typeof setUpNames)[number];
export type SetUpInput = Readonly<Record<SetUpName, string>>;

export const firmFields: readonly SetUpField[] = [
  { ...plain, name: 'name', schema: name, autocomplete: 'organization', isRequired: true },
  { ...plain, name: 'street', schema: street, autocomplete: 'address-line1' },
  { ...plain, name: 'postalCode', schema: postalCode, autocomplete: 'postal-code' },
  { ...plain, name: 'city', schema: city, autocomplete: 'address-level2' },
  { ...plain, name: 'phone', schema: phone, type: 'tel', autocomplete: 'tel' },
  { ...plain, name: 'website', schema: website, type: 'url', autocomplete: 'url' },
  { ...plain, name: 'firmKey', schema: AnyText },
];

const ofPerson = { ...plain, schema: PersonName, maxLength: maxNameLength, isRequired: true };
const email = { schema: MailAddress, type: 'email', maxLength: maxEmailLength } as const;
const username = { schema: AnyText, maxLength: maxUsernameLength } as const;

export const personFields: readonly SetUpField[] = [
  {
    ...ofPerson,
    name: 'firstName',
    schema: Line(maxNameLength), // empty for a person with a single name
    autocomplete: 'given-name',
    isRequired: false,
  },
  { ...ofPerson, name: 'lastName', autocomplete: 'family-name' },
  { ...ofPerson, ...email, name: 'email', autocomplete: 'email' },
  { ...ofPerson, ...username, name: 'username', autocomplete: 'username' },
  { ...secret, name: 'password' },
  { ...secret, name: 'passwordConfirmation' },
];

const everyField = [...firmFields, ...personFields];

const cleanedAs: Readonly<Partial<Record<SetUpField['type'], TypedKind>>> = {
  text: 'line',
  email: 'mail',
};

/** Cleans what was typed and adds the scheme, which few people type. Passwords keep their spaces. */
function readText({ name: field, type }: SetUpField, posted: string): string {
  if (type === 'password') return toPlainText(posted);
  if (field === 'username') return cleanUsername(posted);
  const text = cleanTyped(posted, cleanedAs[type] ?? 'code');
  if (type !== 'url' || text === '') return text;
  // phones begin a text with a capital letter
  const scheme = /^https?:\/\//i;
  return text.includes('://')
    ? text.replace(scheme, (found) => found.toLowerCase())
    : `https://${text}`;
}

/** Reads the posted fields. Other ones are ignored. */
export const readSetUpInput = (posted: URLSearchParams): SetUpInput =>
  Object.fromEntries(
    everyField.map((field) => [field.name, readText(field, posted.get(field.name) ?? '')]),
  ) as SetUpInput;

/** Returns the key that the input names, else one that is built from the name of the firm. */
export const getFirmKey = ({ firmKey, name: firmName }: SetUpInput): string =>
  firmKey === '' ? buildFirmKey(firmName) : firmKey;

export type SetUpErrors = Partial<Record<SetUpName, string>>;

function describeOwnErrors(input: SetUpInput, language: Language): SetUpErrors {
  const text = getTexts(language);
  const password = getPasswordError(input.password, input, language);
  const key = getFirmKey(input);
  const isNameMissing = input.name === '' && input.firmKey === '';
  const isRepeated = isSamePassword(input.password, input.passwordConfirmation);
  return {
    ...(isFirmKey(key) || isNameMissing ? {} : { firmKey: text('setUp.error.firmKey', {}) }),
    ...(password === undefined ? {} : { password }),
    ...(isRepeated ? {} : { passwordConfirmation: text('PasswordInputMatchingError', {}) }),
  };
}

const wrongTexts: Partial<Record<SetUpField['type'], string>> = {
  email: 'EmailValidation',
  url: 'setUp.error.website',
  tel: 'setUp.error.phone',
};

/** Returns a sentence for each wrong field, besides a username that the server refuses. */
export function findSetUpErrors(input: SetUpInput, language: Language): SetUpErrors {
  const text = getTexts(language);
  const errors: SetUpErrors = describeOwnErrors(input, language);
  for (const field of everyField) {
    const value = input[field.name];
    const isMissing = field.type === 'password' ? value === '' : isBlankText(value);
    if (field.isRequired && isMissing) errors[field.name] = text('setUp.error.required', {});
    else if (Array.from(value).length > field.maxLength)
      errors[field.name] ??= text('element.error.maxLength', { limit: field.maxLength });
    else if (!Value.Check(field.schema, value))
      errors[field.name] = text(wrongTexts[field.type] ?? 'element.error.invalid', {});
  }
  return errors;
}
