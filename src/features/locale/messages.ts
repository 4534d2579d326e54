import type { MessageFormatElement } from 'react-intl';
import type { Language } from '#schemas/common.ts';
import type de from '#locales/de.json';

export type Messages = Record<keyof typeof de, MessageFormatElement[]>;

/** Visitors of a form are spared what only the portal says; vite.config.ts tells which texts that are. */
export type Part = 'visitors' | 'portal';

const loaders: Record<Part, Record<Language, () => Promise<{ default: unknown }>>> = {
  visitors: {
    de: () => import('#locales/de.json?visitors'),
    en: () => import('#locales/en.json?visitors'),
  },
  portal: {
    de: () => import('#locales/de.json?portal'),
    en: () => import('#locales/en.json?portal'),
  },
};

/** Texts of one language; the build has parsed them. */
export async function loadMessages(language: Language, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(
    parts.map(async (part) => (await loaders[part][language]()).default as Messages),
  ); // what vite.config.ts makes of a locale file
  return Object.assign({}, ...loaded) as Messages; // all there is to say on the pages that were asked for
}
