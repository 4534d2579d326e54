import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { Language } from '#schemas/common.ts';
import { loadMessages, type Messages } from './messages.ts';
import { useLanguage } from './slice.ts';

const locales: Record<Language, string> = { de: 'de', en: 'en-GB' };

type Loaded = { language: Language; messages: Messages };

/** Texts in the chosen language. A switch shows the old ones until the new ones are there: nothing unmounts, nothing typed is lost. */
export function LocaleProvider({ initial, children }: { initial: Loaded; children: ReactNode }) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState(initial);

  useEffect(() => {
    let isLatest = true;
    if (language !== loaded.language) void loadMessages(language).then((messages) => { if (isLatest) setLoaded({ language, messages }); });
    return () => { isLatest = false; };
  }, [language, loaded.language]);

  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded.language]);

  return <IntlProvider locale={locales[loaded.language]} messages={loaded.messages}>{children}</IntlProvider>;
}
