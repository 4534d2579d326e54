import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import { readStored, readTabChoice } from '#src/device/storage.ts';

const findLanguage = (name: string | undefined): Language | undefined =>
  languages.find((language) => language === name);

/**
 * Returns the language of texts and calls: this device's choice, else that of an invitation in this
 * tab, else that of the server's page, else German (docs/behaviour/portal.md#languages).
 */
export const detectLanguage = (): Language =>
  readStored('language') ??
  findLanguage(readTabChoice('invitedLanguage')) ??
  findLanguage(globalThis.document?.documentElement.dataset['language']) ??
  defaultLanguage;
