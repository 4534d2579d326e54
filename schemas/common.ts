import * as Type from 'typebox';
import { limits } from './limits.ts';

/** `{ type: 'string', enum }`: reads better in OpenAPI and in error messages than a union of literals. */
export const StringEnum = <const T extends readonly string[]>(
  values: T,
  options: Type.TSchemaOptions = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** A schema with the sentence that editors and docs/forms.md show for it. */
export const described = <T extends Type.TSchema>(schema: T, description: string): T =>
  Type.With(schema, { description }) as T; // the same shape, with words

/** Opaque identifier: at least 128 random bits, URL-safe. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' });

/** An instant in UTC, e.g. 2026-11-24T17:00:00.000Z. */
export const IsoDateTime = Type.String({ format: 'date-time' });

/** An instant as callers may give it: one without an offset is read as +01:00 by `readInstant` (decisions.md, Offset). */
export const GivenInstant = Type.String({
  pattern:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})?$',
});

export const languages = ['de', 'en'] as const;
export const Language = StringEnum(languages);
export type Language = (typeof languages)[number];
/** decisions.md, Default language. */
export const defaultLanguage: Language = 'de';

/** How numbers and dates are written in each language. */
export const locales: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' };

/** A text for everyone, or one per language; where one has no words, the other is shown. */
export const LocalizedText = Type.Unsafe<string | { de: string; en?: string }>({
  anyOf: [
    { type: 'string', maxLength: 20_000 },
    {
      type: 'object',
      additionalProperties: false,
      required: ['de'],
      properties: {
        de: { type: 'string', maxLength: 20_000 },
        en: { type: 'string', maxLength: 20_000 },
      },
    },
  ],
});
export type LocalizedText = Type.Static<typeof LocalizedText>;

/** Whether there is anything to read: an editor that offers a field per language leaves the empty ones in. */
export const hasWords = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '';

/** The text in the wanted language, else in the other one. */
export function localized(text: LocalizedText, language: Language): string {
  if (typeof text === 'string') return text;
  return [text[language], text.de, text.en].find(hasWords) ?? '';
}

/** Six-digit colour, the only form a provider may give (decisions.md, Traps). */
export const HexColor = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

/** http or https address; anything else (javascript:, data:, protocol-relative) is refused. */
export const HttpUrl = Type.String({
  pattern: '^https?://[^\\s/?#\\\\]+([/?#]\\S*)?$',
  maxLength: 2_000,
});

/** How a provider pages through a list. */
export const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.provider.maxPageSize })),
});

/** One page of a list, newest first; `cursor` leads to the next one and is absent on the last. */
export const Page = <T extends Type.TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), cursor: Type.Optional(Type.String()) });
