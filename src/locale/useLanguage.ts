import { createContext, use, useSyncExternalStore } from 'react';
import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import { onStoredChange, writeStored } from '#src/device/storage.ts';
import { detectLanguage } from './language.ts';

/** The language of the first render, which is the server's. */
export const FirstLanguageContext = createContext<Language>(defaultLanguage);

/** Returns the chosen language. Its texts may still be loading. */
export function useLanguage(): Language {
  const first = use(FirstLanguageContext);
  return useSyncExternalStore(onStoredChange, detectLanguage, () => first);
}

/** Switches the language and stores the choice on this device. */
export const chooseLanguage = (language: Language): void => writeStored('language', language);
