import * as Type from 'typebox';
import { maxMailLength, providerLimits } from '#schemas/platform/limits.ts';
import { isBlankText, visiblePattern } from '#schemas/platform/plainText.ts';
import type { TypedKind } from '#schemas/platform/typedText.ts';

/** Builds `{ type: 'string', enum }`, which OpenAPI and error messages show better than a union. */
export const StringEnum = <const T extends readonly string[]>(
  values: T,
  options: Type.TSchemaOptions = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** Adds a description that editors and docs/forms.md show. */
export const described = <T extends Type.TSchema>(schema: T, description: string): T =>
  Type.With(schema, { description }) as T; // same shape

/** Builds a text that the server cleans before it checks it, as people type and paste it. */
const Typed = (kind: TypedKind, options: { maxLength: number; [name: string]: unknown }) =>
  Type.String({ ...options, 'x-cleanAs': kind });

/** A line such as a name or a subject; it may be empty. */
export const Line = (maxLength: number) => Typed('line', { maxLength });

/** A line with at least one visible character. */
export const GivenLine = (maxLength: number) =>
  Typed('line', { minLength: 1, maxLength, pattern: visiblePattern });

/** A text of several lines such as a note; it may be empty. */
export const Prose = (maxLength: number) => Typed('prose', { maxLength });

/** A text of several lines with at least one visible character. */
export const GivenProse = (maxLength: number) =>
  Typed('prose', { minLength: 1, maxLength, pattern: visiblePattern });

/** A code such as an address or a username: plain hyphens, no invisible character. */
export const Code = (options: { maxLength: number; [name: string]: unknown }) =>
  Typed('code', options);

/** Opaque identifier: at least 128 random bits, URL-safe. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' });

/** Id of a record in the provider's own software, unique per provider and kind of record. */
export const ExternalId = Type.String({
  minLength: 1,
  maxLength: providerLimits.maxExternalIdLength,
  pattern: visiblePattern,
});

/** An instant in UTC, e.g. 2026-11-24T17:00:00.000Z. */
export const IsoDateTime = Type.String({ format: 'date-time' });

/**
 * An instant in a request. The server converts it to UTC before a call reads it, without an offset
 * as +01:00, and refuses one that does not exist (docs/behaviour/portal.md#time).
 */
export const GivenInstant = Type.String({
  'x-instant': true,
  pattern:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?' +
    '(Z|[+-][0-9]{2}:[0-9]{2})?$',
});

export const languages = ['de', 'en'] as const;
export const Language = StringEnum(languages);
export type Language = (typeof languages)[number];
/** See docs/behaviour/portal.md#languages. */
export const defaultLanguage: Language = 'de';

/** Locale of numbers and dates by language. */
export const locales: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' };

const oneText = Prose(20_000);

/** One text, or one per language. An empty one falls back to the other. */
export const LocalizedText = Type.Unsafe<string | { de: string; en?: string }>({
  anyOf: [
    oneText,
    {
      type: 'object',
      additionalProperties: false,
      required: ['de'],
      properties: { de: oneText, en: oneText },
    },
  ],
});
export type LocalizedText = Type.Static<typeof LocalizedText>;

/** Returns true when there is text in a language. Editors leave empty fields in. */
export const hasWords = (text: string | undefined): text is string =>
  text !== undefined && !isBlankText(text);

/** Returns the text in a language; falls back to the other. */
export function localize(text: LocalizedText, language: Language): string {
  if (typeof text === 'string') return text;
  return [text[language], text.de, text.en].find(hasWords) ?? '';
}

/** Returns the language of the text that `localize` returns, where it is not the wanted one. */
export function findOtherLanguage(text: LocalizedText, language: Language): Language | undefined {
  if (typeof text === 'string' || hasWords(text[language])) return undefined;
  return languages.find((other) => hasWords(text[other]));
}

/** Six-digit colour, the only form a provider may give (docs/behaviour/accounts.md#look). */
export const HexColor = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

/**
 * http or https address. Rejects javascript:, data: and protocol-relative ones. Cleaned as a line,
 * because a code would change a dash, which is part of some addresses.
 */
export const HttpUrl = Typed('line', {
  pattern: '^https?://[^\\s/?#\\\\]+([/?#]\\S*)?$',
  maxLength: 2_000,
});

const notInAddress = '\\s@<>(),;:"\\\\\\[\\]\\p{Cc}\\p{Cf}';
/** A part of a domain: no dot in it, and no hyphen at its ends. */
const domainPart = `[^${notInAddress}.-](?:[^${notInAddress}.]{0,61}[^${notInAddress}.-])?`;
/** The last part of a domain; one letter or a number is none. */
const lastPart = `(?![0-9]+$)[^${notInAddress}.-][^${notInAddress}.]{0,61}[^${notInAddress}.-]`;
const word = `[^${notInAddress}.]+`;

/** One @ after at most 64 characters, a domain of two parts or more, no invisible character. */
export const mailPattern = `^(?=.{1,64}@)${word}(?:\\.${word})*@(?:${domainPart}\\.)+${lastPart}$`;

/** One bare address, because it is written into mail headers. */
export const MailAddress = Typed('mail', { pattern: mailPattern, maxLength: maxMailLength });

/** Without a plus or zero a German mobile number only: 41 79 … is Swiss, 1 571 … American. */
const mobilePattern = '^([Tt][Ee][Ll]: ?)?(\\(?[+0]|49[ /.-]*1[5-7])[0-9 ()/.-]{5,28}$';

const letter = '[\\p{L}\\p{N}]';
/** A part of the host of a website, such as `www`; umlauts are letters. */
const hostPart = `${letter}(?:[\\p{L}\\p{N}-]{0,61}${letter})?`;
/** A host of two parts or more without a user; a scheme; empty: none. */
const websitePattern =
  `^(?:https?://(?:${hostPart}\\.)+\\p{L}[\\p{L}\\p{N}-]{0,61}${letter}` +
  '(?::[0-9]{1,5})?(?:[/?#]\\S*)?)?$';

/** Three digits or more, so that a word or a dash is none; empty: none. */
const telephonePattern = '^(?:(?=(?:[^0-9]*[0-9]){3})[0-9 +()/.-]+)?$';

/** Examples of what patterns accept, for the sentence of a refusal. */
export const patternExamples: Readonly<Record<string, string>> = {
  [mobilePattern]: '+49 151 23456789',
  [websitePattern]: 'https://www.kanzlei.example',
  [telephonePattern]: '040 123456',
};

/** The website of a provider, or an empty text. Cleaned like `HttpUrl`. */
export const Website = Typed('line', { pattern: websitePattern, maxLength: 2_000 });

/** A number to be dialled by people, also of a landline, or an empty text. */
export const Telephone = (maxLength: number) => Code({ pattern: telephonePattern, maxLength });

/**
 * A mobile number with its country code, or a German one: +49 (0)171 1234567, 49 171 1234567,
 * (0171) 123-4567, tel:+491711234567. The server checks its length by country.
 */
export const MobileNumber = Code({ pattern: mobilePattern, maxLength: 30 });

/** Paging of provider lists. */
export const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: providerLimits.maxPageSize })),
});

/** One page of a list, newest first. `cursor` fetches the next; absent on the last. */
export const Page = <T extends Type.TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), cursor: Type.Optional(Type.String()) });

/** A page with the number of all records that were found; null: more than are counted. */
export const CountedPage = <T extends Type.TSchema>(item: T) =>
  Type.Object({ ...Page(item).properties, total: Type.Union([Type.Integer(), Type.Null()]) });

/** Filters of provider lists whose records have external ids. */
export const FoundQuery = Type.Object({
  ...ListQuery.properties,
  externalId: Type.Optional(ExternalId),
  /** Created at this instant or later. */
  since: Type.Optional(GivenInstant),
});

/** Words of a search, all of which have to be found. */
export const SearchText = GivenLine(providerLimits.maxSearchLength);

/** SHA-256 as hex, over canonical JSON (RFC 8785), a UTF-8 text or the bytes of a file. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Personal data that a new password must not contain. */
export type KnownPerson = { username?: string; email?: string };
