import { defaultLanguage, languages, type Language } from '#schemas/common.ts';
import { readStored, readTabChoice } from './storage.ts';

/** What texts are shown in and calls are made in: the choice of this device, else the language of whoever was invited in this tab, else German (decisions.md, Default language). */
export function spokenLanguage(): Language {
  const invited = readTabChoice('invitedLanguage');
  return (
    readStored('language') ?? languages.find((language) => language === invited) ?? defaultLanguage
  );
}
