import type { MessageFormatElement } from 'react-intl';
import type { Language } from '#schemas/common.ts';
import type de from '#locales/de.json';

export type Messages = Record<keyof typeof de, MessageFormatElement[]>;

const loaders: Record<Language, () => Promise<{ default: unknown }>> = {
  de: () => import('#locales/de.json'),
  en: () => import('#locales/en.json'),
};

/** Texts of one language; the build has parsed them. */
export const loadMessages = async (language: Language): Promise<Messages> => (await loaders[language]()).default as Messages; // what vite.config makes of a locale file
