import { css } from '@linaria/core';
import {
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import type { AccessPageData } from '#schemas/access/accessPages.ts';
import { postedActions, postedFormId, postedNames } from '#schemas/forms/postedForms.ts';
import type { Language } from '#schemas/platform/common.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { PageDataContext } from '#src/features/forms/assistants/formPage.ts';
import { ConsentBanner } from '#src/features/portal/consent/ConsentBanner.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { PortalTexts } from '#src/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/locale/messages.ts';
import { NotFoundPage } from '#src/features/portal/notFound/NotFoundPage.tsx';
import { Toasts } from '#src/features/portal/toasts/Toasts.tsx';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { followHeadline, isWriting } from '#src/routing/followHeadline.ts';
import {
  formatLanguageLink,
  formatReceiptLink,
  formPatterns,
  sentPatterns,
} from '#src/routing/paths.ts';
import { syncHistoryLayers } from '#src/ui/CloseOnBack.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { useScrollMemory } from './useScrollMemory.ts';

const ExternalFormPage = lazyPart(
  async () =>
    (await import('#src/features/forms/assistants/ExternalFormPage.tsx')).ExternalFormPage,
);
const PortalApp = lazyPart(async () => {
  const [{ PortalApp: Inner }] = await Promise.all([
    import('./PortalApp.tsx'),
    loadMessages(detectLanguage(), ['portal']),
  ]); // in parallel; the error screen handles a failure of either
  return (props: ComponentProps<typeof Inner>) => (
    <PortalTexts>
      <Inner {...props} />
    </PortalTexts>
  );
});
const SucceedPage = lazyPart(
  async () => (await import('#src/features/forms/assistants/SucceedPage.tsx')).SucceedPage,
);

const skipLink = css`
  position: absolute;
  left: var(--s-4);
  top: -5rem;
  z-index: var(--z-toast);
  padding: var(--s-3) var(--s-4);
  background: var(--raised);
  border-radius: var(--r-sm);
  &:focus {
    top: var(--s-3);
  }
`;

/**
 * Focuses the headline after a navigation; the first page is left to the browser. It is inside the
 * Suspense of the page, so that it runs after the page's code has loaded.
 */
function FocusOnMove({ lastRef }: { lastRef: RefObject<string> }): null {
  const { pathname } = useLocation();
  const isNew = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (lastRef.current === pathname) return undefined;
    lastRef.current = pathname;
    if (isNew) scrollTo(0, 0);
    if (!isWriting() && document.activeElement instanceof HTMLElement)
      document.activeElement.blur(); // the link that was clicked may still be shown
    return followHeadline();
  }, [pathname, isNew, lastRef]);
  return null;
}

const postLanguage = (language: Language) => ({
  form: postedFormId,
  name: postedNames.action,
  value: postedActions.setLanguage(language),
});

/** Returns true for a page that the server renders in each language. */
const hasLanguageLink = ({ second, isDone, registration }: AccessPageData): boolean =>
  !second && !isDone && ['welcome', 'done', undefined].includes(registration?.page);

export function App({ access: first }: { access?: AccessPageData | undefined }) {
  useScrollMemory();
  const { key, pathname } = useLocation();
  useEffect(syncHistoryLayers, [key]);
  // here, because a component inside Suspense mounts only after its code has loaded
  const lastRef = useRef(pathname);
  const [firstKey] = useState(key);
  const access = key === firstKey ? first : undefined;
  const { form, pin, closed, answered, sent } = use(PageDataContext);
  // a posted page has answers, which a link would lose
  const hasLink =
    (closed ?? pin) !== undefined ||
    (answered !== undefined && !answered.unsent) ||
    (form !== undefined && !form.posted) ||
    (access !== undefined && hasLanguageLink(access));
  const { prefill } = form ?? pin ?? {};
  const formatLink = (language: string) => formatLanguageLink(language, prefill);
  const languageChoice = (
    <LanguageChoice
      address={sent ? formatReceiptLink(sent.token) : hasLink ? formatLink : undefined}
      post={form?.posted ? postLanguage : undefined}
    />
  );
  const notFound = <NotFoundPage languageChoice={languageChoice} />;
  const formPage = (
    <ExternalFormPage key={pathname} languageChoice={languageChoice} notFound={notFound} />
  );
  const succeedPage = <SucceedPage key={pathname} languageChoice={languageChoice} />;
  return (
    <>
      <a className={skipLink} href="#content">
        <FormattedMessage id="app.skip" />
      </a>
      <ErrorScreen>
        <Suspense>
          <Routes>
            {formPatterns.map((path) => (
              <Route key={path} path={path} element={formPage} />
            ))}
            {sentPatterns.map((path) => (
              <Route key={path} path={path} element={succeedPage} />
            ))}
            <Route
              path="*"
              element={
                <AccessPageContext value={access}>
                  <PortalApp languageChoice={languageChoice} />
                </AccessPageContext>
              }
            />
          </Routes>
          <FocusOnMove lastRef={lastRef} />
        </Suspense>
      </ErrorScreen>
      <ConsentBanner />
      <Toasts />
    </>
  );
}
