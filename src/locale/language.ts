import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import { readStored, readTabChoice } from '#src/device/storage.ts';

/**
 * Returns the language of texts and calls: this device's choice, else that of an invitation in this
 * tab, else German (docs/behaviour/portal.md#languages).
 */
export function detectLanguage(): Language {
  const invited = readTabChoice('invitedLanguage');
  return (
    readStored('language') ?? languages.find((language) => language === invited) ?? defaultLanguage
  );
}
