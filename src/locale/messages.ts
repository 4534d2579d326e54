import type { MessageFormatElement } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { createOutcomes } from '#src/loading/outcomes.ts';

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

const texts = createOutcomes<`${Part}.${Language}`, object>(async (key) => {
  const [part, language] = key.split('.') as [Part, Language];
  return (await loaders[part][language]()).default as Messages;
});

/** Loads the texts of one language, parsed by the build (tools/vite/parsedMessages.ts). */
export async function loadMessages(language: Language, parts: readonly Part[]): Promise<Messages> {
  const loaded = await Promise.all(parts.map((part) => texts.load(`${part}.${language}`)));
  return Object.assign({}, ...loaded) as Messages; // all ids of the pages that show these parts
}
