import type { MessageFormatElement } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';

export type Messages = Record<FormatjsIntl.Message['ids'], MessageFormatElement[]>;

/** Texts by reader: visitors of a form do not load the portal's texts. */
export type Part = 'visitors' | 'portal';

const loaders: Record<Part, Record<Language, () => Promise<{ default: unknown }>>> = {
  visitors: {
    de: () => import('#locales/visitors.de.json'),
    en: () => import('#locales/visitors.en.json'),
  },
  portal: {
    de: () => import('#locales/portal.de.json'),
    en: () => import('#locales/portal.en.json'),
  },
};

/** Loads the texts of one language, parsed by the build. */
export async function loadMessages(language: Language, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(
    parts.map(async (part) => (await loaders[part][language]()).default as Messages),
  ); // tools/vite/parsedMessages.ts parses the files
  return Object.assign({}, ...loaded) as Messages; // all ids of the pages that show these parts
}
