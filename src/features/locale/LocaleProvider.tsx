import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { IntlProvider } from 'react-intl';
import type { Language } from '#schemas/common.ts';
import { loadMessages, type Messages, type Part } from './messages.ts';
import { useLanguage } from './slice.ts';

export const locales: Record<Language, string> = { de: 'de', en: 'en-GB' };
const visitorsParts: readonly Part[] = ['visitors'];
const allParts: readonly Part[] = ['visitors', 'portal'];

/** A text that is missing shows as its id and would go unnoticed in the app as it is served. */
const sayMissing = (error: Error): void => console.error(error.message);

type Loaded = { language: Language; parts: readonly Part[]; messages: Messages };

const PortalTextsContext = createContext({ isLoaded: false, load: () => {} });

/** Texts in the chosen language. A switch shows the old ones until the new ones are there: nothing unmounts, nothing typed is lost. */
export function LocaleProvider({
  initial,
  children,
}: {
  initial: Omit<Loaded, 'parts'>;
  children: ReactNode;
}) {
  const language = useLanguage();
  const [parts, setParts] = useState(visitorsParts);
  const [loaded, setLoaded] = useState<Loaded>({ ...initial, parts: visitorsParts });

  useEffect(() => {
    let isLatest = true;
    if (language !== loaded.language || parts !== loaded.parts)
      void loadMessages(language, parts).then((messages) => {
        if (isLatest) setLoaded({ language, parts, messages });
      });
    return () => {
      isLatest = false;
    };
  }, [language, parts, loaded.language, loaded.parts]);

  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded.language]);

  const load = useCallback(() => setParts(allParts), []);
  const portalTexts = useMemo(
    () => ({ isLoaded: loaded.parts === allParts, load }),
    [loaded.parts, load],
  );
  return (
    <PortalTextsContext value={portalTexts}>
      <IntlProvider
        locale={locales[loaded.language]}
        messages={loaded.messages}
        onError={sayMissing}
      >
        {children}
      </IntlProvider>
    </PortalTextsContext>
  );
}

/** Shows what needs the portal's texts as soon as they are there. */
export function PortalTexts({ children }: { children: ReactNode }) {
  const { isLoaded, load } = use(PortalTextsContext);
  useEffect(load, [load]);
  return isLoaded ? children : null;
}
