import { css } from '@linaria/core';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  type ComponentProps,
  type RefObject,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { ConsentBanner } from '#src/features/consent/ConsentBanner.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { PortalTexts } from '#src/features/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/features/locale/messages.ts';
import { NotFoundPage } from '#src/features/notFound/NotFoundPage.tsx';
import { toasts } from '#src/features/toasts/slice.ts';
import { Toasts } from '#src/features/toasts/Toasts.tsx';
import { spokenLanguage } from '#src/lib/language.ts';
import { formPatterns, sentPatterns } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { notePage } from '#src/ui/BackCloses.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { useScrollMemory } from './useScrollMemory.ts';

const ExternalFormPage = lazy(async () => ({
  default: (await import('#src/features/assistants/ExternalFormPage.tsx')).ExternalFormPage,
}));
const PortalApp = lazy(async () => {
  const [{ PortalApp: Inner }] = await Promise.all([
    import('./PortalApp.tsx'),
    loadMessages(spokenLanguage(), ['portal']),
  ]); // at the same time, and the error screen tells of either
  return {
    default: (props: ComponentProps<typeof Inner>) => (
      <PortalTexts>
        <Inner {...props} />
      </PortalTexts>
    ),
  };
});
const SucceedPage = lazy(async () => ({
  default: (await import('#src/features/assistants/SucceedPage.tsx')).SucceedPage,
}));

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

/** Where somebody writes already, nobody else leads them. */
const isWriting = (): boolean =>
  document.activeElement?.matches('main input, main textarea') ?? false;

function focusHeadline(): void {
  if (!isWriting()) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** Parts of a page that arrive later may bring its headline, or take the place of the one that had the focus. Until somebody does something. */
function followHeadline(): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeadline();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const end = () => {
    observer.disconnect();
    removeEventListener('keydown', end);
    removeEventListener('pointerdown', end);
  };
  addEventListener('keydown', end);
  addEventListener('pointerdown', end);
  return end;
}

/**
 * After a move to another page the reader starts at its headline; the first page is the browser's own business. Stands
 * beside the page, inside its Suspense: while its code loads there is no headline to go to.
 */
function FocusOnMove({ lastRef }: { lastRef: RefObject<string> }): null {
  const { pathname } = useLocation();
  const isNew = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (lastRef.current === pathname) return undefined;
    lastRef.current = pathname;
    if (isNew) scrollTo(0, 0);
    if (!isWriting() && document.activeElement instanceof HTMLElement)
      document.activeElement.blur(); // what led here may still be there, in the navigation
    focusHeadline();
    return followHeadline();
  }, [pathname, isNew, lastRef]);
  return null;
}

export function App() {
  const dispatch = useDispatch();
  useScrollMemory();
  const { key, pathname } = useLocation();
  useEffect(notePage, [key]);
  const lastRef = useRef(pathname); // kept here: what stands in the Suspense begins when its code has come, perhaps elsewhere
  const languageChoice = <LanguageChoice />;
  const notFound = <NotFoundPage languageChoice={languageChoice} />;
  const showToast = useCallback<ShowToast>(
    (toast) => dispatch(toasts.actions.shown(toast)),
    [dispatch],
  ); // effects depend on it
  const formPage = (
    <ExternalFormPage
      key={pathname}
      languageChoice={languageChoice}
      notFound={notFound}
      showToast={showToast}
    />
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
              element={<PortalApp languageChoice={languageChoice} showToast={showToast} />}
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
