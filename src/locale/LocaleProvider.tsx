import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { createIntl, createIntlCache, RawIntlProvider } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { forgetFailures } from '#src/loading/outcomes.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { loadMessages, type Messages, type Part } from './messages.ts';
import { FirstLanguageContext, useLanguage } from './useLanguage.ts';

export const locales: Record<Language, string> = { de: 'de', en: 'en-GB' };
const visitorsParts: readonly Part[] = ['visitors'];
const allParts: readonly Part[] = ['visitors', 'portal'];

/** A missing text is shown as its id, so it is logged. */
const sayMissing = (error: Error): void => console.error(error.message);

/** Texts of the first render, with the portal's if its page is rendered first. */
export type InitialTexts = { language: Language; messages: Messages; hasPortalTexts?: boolean };

/** Shared by all renders of the server, where creating the formatters of each was a tenth of the work. */
const intlCache = createIntlCache();

type Loaded = { language: Language; parts: readonly Part[]; messages: Messages };

const PortalTextsContext = createContext({ isLoaded: false, load: () => {} });

type LocaleProviderProps = { initial: InitialTexts; children: ReactNode };

/**
 * Provides the texts of the chosen language. The old ones are shown until the new ones have loaded:
 * nothing unmounts and no input is lost. A toast says when they do not load.
 */
export const LocaleProvider = ({ initial, children }: LocaleProviderProps) => (
  <FirstLanguageContext value={initial.language}>
    <LoadedTexts initial={initial}>{children}</LoadedTexts>
  </FirstLanguageContext>
);

function sayFailed(retry: () => void): void {
  const onClick = () => {
    forgetFailures();
    retry();
  };
  const action = { label: { id: 'action.retry' } as const, onClick };
  toast({ level: 'error', text: { id: 'language.failed' }, action });
}

function LoadedTexts({
  initial: { hasPortalTexts = false, ...initial },
  children,
}: LocaleProviderProps) {
  const language = useLanguage();
  const [parts, setParts] = useState(hasPortalTexts ? allParts : visitorsParts);
  const [loaded, setLoaded] = useState<Loaded>({ ...initial, parts });

  const [round, setRound] = useState(0);

  useEffect(() => {
    let isLatest = true;
    if (language !== loaded.language || parts !== loaded.parts)
      loadMessages(language, parts).then(
        (messages) => {
          if (isLatest) setLoaded({ language, parts, messages });
        },
        () => {
          if (isLatest) sayFailed(() => setRound((count) => count + 1));
        },
      );
    return () => {
      isLatest = false;
    };
  }, [language, parts, round, loaded.language, loaded.parts]);

  useEffect(() => {
    const root = document.documentElement;
    // the same value again would compute the styles of the whole page again
    if (root.lang !== loaded.language) root.lang = loaded.language;
  }, [loaded.language]);

  const load = useCallback(() => setParts(allParts), []);
  const portalTexts = useMemo(
    () => ({ isLoaded: loaded.parts === allParts, load }),
    [loaded.parts, load],
  );
  const intl = useMemo(
    () =>
      createIntl(
        {
          locale: locales[loaded.language],
          messages: loaded.messages,
          onError: sayMissing,
          textComponent: WrappedText,
        },
        intlCache,
      ),
    [loaded.language, loaded.messages],
  );
  return (
    <PortalTextsContext value={portalTexts}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </PortalTextsContext>
  );
}

/** Renders its children once the portal's texts have loaded. */
export function PortalTexts({ children }: { children: ReactNode }) {
  const { isLoaded, load } = use(PortalTextsContext);
  useEffect(load, [load]);
  return isLoaded ? children : null;
}
