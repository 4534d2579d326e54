import type { MessageFormatElement } from 'react-intl';
import type de from '#locales/de.json';

type GalleryText = Extract<keyof typeof de, `gallery.${string}`>;
type Texts = Record<GalleryText, MessageFormatElement[]>;

const loaders: Record<'de' | 'en', () => Promise<{ default: unknown }>> = {
  de: () => import('#locales/de.json?gallery'),
  en: () => import('#locales/en.json?gallery'),
};
const loading = new Map<string, Promise<Texts>>();

/** What only a gallery says: visitors' forms do not load it until they show a file. */
export function galleryTexts(locale: string): Promise<Texts> {
  const language = locale.startsWith('en') ? 'en' : 'de';
  const texts =
    loading.get(language) ?? loaders[language]().then((module) => module.default as Texts); // what vite.config makes of a locale file
  loading.set(language, texts);
  texts.catch(() => loading.delete(language));
  return texts;
}
