import { css } from '@linaria/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ConsentBanner } from '#src/features/consent/ConsentBanner.tsx';
import { HomePage } from '#src/features/home/HomePage.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { NotFoundPage } from '#src/features/notFound/NotFoundPage.tsx';
import { toasts } from '#src/features/toasts/slice.ts';
import { Toasts } from '#src/features/toasts/Toasts.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

const ExternalFormPage = lazy(async () => ({ default: (await import('#src/features/assistants/ExternalFormPage.tsx')).ExternalFormPage }));
const SucceedPage = lazy(async () => ({ default: (await import('#src/features/assistants/SucceedPage.tsx')).SucceedPage }));

const skipLink = css`
  position: absolute; left: var(--s-4); top: -5rem; z-index: var(--z-toast); padding: var(--s-3) var(--s-4); background: var(--raised); border-radius: var(--r-sm);
  &:focus { top: var(--s-3); }
`;

/** After a move to another page the reader starts at its headline; the first page is the browser's own business. */
function useFocusOnMove(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [pathname]);
}

export function App() {
  const dispatch = useDispatch();
  useFocusOnMove();
  return (
    <>
      <a className={skipLink} href="#content"><FormattedMessage id="app.skip" /></a>
      <ErrorScreen>
        <Suspense>
          <Routes>
            <Route path="/" element={<HomePage />} />
            <Route path="/externalform/:processGuid" element={<ExternalFormPage languageChoice={<LanguageChoice />} notFound={<NotFoundPage />} showToast={(toast) => dispatch(toasts.actions.shown(toast))} />} />
            <Route path="/externalform/:processGuid/succeed" element={<SucceedPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ErrorScreen>
      <ConsentBanner />
      <Toasts />
    </>
  );
}
