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
import type { Language } from '#schemas/platform/common.ts';
import { loadMessages, type Messages, type Part } from './messages.ts';
import { useLanguage } from './slice.ts';

export const locales: Record<Language, string> = { de: 'de', en: 'en-GB' };
const visitorsParts: readonly Part[] = ['visitors'];
const allParts: readonly Part[] = ['visitors', 'portal'];

/** A missing text is shown as its id, so it is logged. */
const sayMissing = (error: Error): void => console.error(error.message);

type Loaded = { language: Language; parts: readonly Part[]; messages: Messages };

const PortalTextsContext = createContext({ isLoaded: false, load: () => {} });

/**
 * Provides the texts of the chosen language. The old ones are shown until the new ones have loaded:
 * nothing unmounts and no input is lost.
 */
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

/** Renders its children once the portal's texts have loaded. */
export function PortalTexts({ children }: { children: ReactNode }) {
  const { isLoaded, load } = use(PortalTextsContext);
  useEffect(load, [load]);
  return isLoaded ? children : null;
}
