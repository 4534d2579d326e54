import '#src/ui/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { languages, type Language } from '#schemas/platform/common.ts';
import { serverRenderId } from '#schemas/platform/serverRenderedPage.ts';
import { isVisitorsPage } from '#schemas/platform/visitorsPages.ts';
import { readPublicConfig } from '#src/api/client/config.ts';
import { detectLanguage } from '#src/locale/language.ts';
import type { InitialTexts } from '#src/locale/LocaleProvider.tsx';
import { loadMessages, type Part } from '#src/locale/messages.ts';
import { dropFailedStyles } from '#src/loading/dropFailedStyles.ts';
import { restoreEarlyInput } from '#src/device/earlyInput.ts';
import { onStoredChange } from '#src/device/storage.ts';
import { showChosenTheme } from '#src/device/theme.ts';
import { readAccessPage } from '#src/forms/accessPageData.ts';
import { readPageData } from '#src/features/forms/assistants/formPage.ts';
import { openCleanLink } from '#src/routing/openCleanLink.ts';
import { Root } from './Root.tsx';
import { StartFailed } from './StartFailed.tsx';
import { replaceServerRender } from './serverRender/replaceServerRender.ts';
import { resetRestoredInput } from './serverRender/resetRestoredInput.ts';

/**
 * Loads the texts of the first page in the first of these languages that loads. The page of a
 * server has texts already, and cannot change their language.
 */
async function loadFirstTexts(
  tried: readonly Language[],
  parts: readonly Part[],
): Promise<InitialTexts | undefined> {
  for (const language of tried) {
    const messages = await loadMessages(language, parts).catch((error: unknown) =>
      console.error('The texts could not be loaded', error),
    );
    if (messages) return { language, messages };
  }
  return undefined;
}

/**
 * Hydrates the server's page, or renders one. A top-level await would be a deadlock, because the
 * chunks that it waits for import this one.
 */
async function start(root: HTMLElement): Promise<void> {
  const language = detectLanguage();
  const data = { ...readPageData(), access: readAccessPage() };
  const isKnown = document.documentElement.dataset['isKnown'] !== undefined;
  const rendered = isKnown ? undefined : root.dataset['rendered'];
  const hasPortalTexts = rendered !== undefined && !isVisitorsPage(rendered);
  const isRendered = rendered !== undefined || document.getElementById(serverRenderId) !== null;
  const [texts, first] = await Promise.all([
    loadFirstTexts(
      isRendered ? [language] : [language, ...languages.filter((other) => other !== language)],
      hasPortalTexts ? ['visitors', 'portal'] : ['visitors'],
    ),
    rendered === undefined && !data.form
      ? {}
      : import('./serverRender/loadFirstPage.ts')
          .then(({ loadFirstPage }) => loadFirstPage(rendered, data))
          .then(
            (brand) => ({ brand }),
            (error: unknown) => {
              console.error('The first page could not be loaded', error);
              return undefined;
            },
          ),
    // phones may be redirected by it
    hasPortalTexts ? readPublicConfig().catch(() => undefined) : undefined,
  ]);
  // Such a page is kept, because it can be posted, or has links only.
  if ((!first && rendered !== undefined) || (!texts && isRendered)) {
    // Nothing is stored then, and the banner's button could not close it.
    document.documentElement.dataset['isInformed'] = '';
    return;
  }
  if (!texts) {
    replaceServerRender(root); // the frame of a page after the login
    return createRoot(root).render(<StartFailed language={language} />);
  }
  const app = (
    <Root
      texts={{ ...texts, hasPortalTexts }}
      data={{ ...data, ...first }}
      route={(inner) => <BrowserRouter>{inner}</BrowserRouter>}
    />
  );
  if (rendered === undefined) {
    root.replaceChildren();
    delete root.dataset['rendered'];
    replaceServerRender(root);
    // A transition renders in slices, so that the browser can answer input between them.
    startTransition(() => createRoot(root).render(app));
  } else {
    if (data.form) {
      const hasUsed = (control: Element) => window.usedControls?.has(control) ?? false;
      resetRestoredInput(root, hasUsed);
      restoreEarlyInput(root, hasUsed);
    }
    startTransition(() => void hydrateRoot(root, app));
  }
}

dropFailedStyles(document);
openCleanLink();
onStoredChange(showChosenTheme);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
void start(root);
