/*
 * Server-side rendering (SSR, React's `prerender` and `renderToStaticMarkup`): makes HTML on the server with
 * the components of the browser. The server sends it in server/webPages/.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { accessPages, type AccessPageData } from '#schemas/access/accessPages.ts';
import type { FoundPage, ServerRender } from '#schemas/portal/serverRender.ts';
import type {
  AnsweredPageData,
  ClosedPageData,
  FormPageData,
  PinPageData,
  SentPageData,
} from '#schemas/forms/assistants.ts';
import type { BrandFiles, ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { FormTheme } from '#schemas/forms/forms.ts';
import { isVisitorsPage } from '#schemas/platform/visitorsPages.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { findBrand, type Brand, type BrandEntry } from '#src/brands/brand.ts';
import { brands } from '#src/brands/registry.ts';
import { ConsentBanner } from '#src/features/portal/consent/ConsentBanner.tsx';
import { NotFoundPage } from '#src/features/portal/notFound/NotFoundPage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { locales } from '#src/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/locale/messages.ts';
import { FirstLanguageContext } from '#src/locale/useLanguage.ts';
import { ShellSkeleton } from '#src/features/portal/shell/ShellSkeleton.tsx';
import { LandingPage } from '#src/features/portal/publicPage/LandingPage.tsx';
import { getColors } from '#src/brands/colors.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { findPage } from '#src/routing/findPage.ts';
import { formatLanguageLink } from '#src/routing/paths.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { Root, type RootData } from '#src/app/Root.tsx';
import { createStore } from '#src/app/store.ts';
import { collectStyles } from './collectStyles.ts';
import { loadFirstPage } from './loadFirstPage.ts';
import { createRenderCache } from './renderCache.ts';
import { renderWhole } from './renderWhole.ts';

/** The first page of the portal is in our first language; a form may be asked for in another. */
const language = detectLanguage();
const visitorsTexts = {
  de: await loadMessages('de', ['visitors']),
  en: await loadMessages('en', ['visitors']),
};
const allTexts = {
  de: await loadMessages('de', ['visitors', 'portal']),
  en: await loadMessages('en', ['visitors', 'portal']),
};

function formatColors(theme: FormTheme): string {
  const colors = getColors(theme).map(([property, value]) => `${property}:${value}`);
  return colors.length > 0 ? `:root{${colors.join(';')}}` : '';
}

/** Renders HTML that the browser replaces by its own page. */
function renderReplacedPage(
  page: ReactNode,
  theme: FormTheme = {},
  shownIn = language,
): ServerRenderedPage {
  const html = renderToStaticMarkup(
    <Provider store={createStore()}>
      <FirstLanguageContext value={shownIn}>
        <IntlProvider
          locale={locales[shownIn]}
          messages={allTexts[shownIn]}
          textComponent={WrappedText}
        >
          <MemoryRouter>
            {page}
            <ConsentBanner />
          </MemoryRouter>
        </IntlProvider>
      </FirstLanguageContext>
    </Provider>,
  );
  return { html, styles: formatColors(theme) };
}

const frames = new Map<string, ServerRenderedPage>();

/** Renders the frame of a page after the login. It is the same for all users. */
function renderFrame({ name }: FoundPage, shownIn: Language): ServerRenderedPage {
  const isCase = name === 'selectedCase';
  const key = `${shownIn} ${String(isCase)}`;
  const kept = frames.get(key);
  if (kept) return kept;
  const html = renderToStaticMarkup(
    <IntlProvider locale={locales[shownIn]} messages={visitorsTexts[shownIn]}>
      <ShellSkeleton isCase={isCase} />
    </IntlProvider>,
  );
  const frame: ServerRenderedPage = { html, styles: '', isFrame: true };
  frames.set(key, frame);
  return frame;
}

const preloadedImages = /<link rel="preload" as="image"[^>]*>/g;

type HydratedPage = {
  name: string;
  url: string;
  data?: RootData;
  theme?: FormTheme;
  host?: string;
  /** The brand whose faces the page has, besides the look of its provider. */
  files?: BrandFiles | undefined;
};

function formatFonts(fonts: Brand['fonts'] = {}): string {
  const families = Object.entries(fonts).map(([kind, family]) => `--font-${kind}:${family}`);
  return families.length > 0 ? `:root{${families.join(';')}}` : '';
}

const getModule = ({ folder }: BrandEntry): string => `src/brands/${folder}/brand.ts`;

async function findBrandFiles(host: string, ofPage?: string): Promise<BrandFiles | undefined> {
  const entry = findBrand(brands, { host, ofPage });
  if (!entry) return undefined;
  const { textFace } = (await entry.load()).brand;
  return { module: getModule(entry), ...(textFace === undefined ? {} : { textFace }) };
}

async function loadFonts(files: BrandFiles | undefined): Promise<Brand['fonts'] | undefined> {
  const entry = files && brands.find((each) => getModule(each) === files.module);
  return (await entry?.load())?.brand.fonts;
}

/** Renders the app for a first visit: in the language of its data, logged out. */
async function renderHydratedPage(page: HydratedPage): Promise<ServerRenderedPage> {
  const { name, url, data = {}, theme = {}, host = '', files } = page;
  const hasPortalTexts = !isVisitorsPage(name);
  const { form, pin, closed, answered, sent, access } = data;
  const shownIn = (form ?? pin ?? closed ?? answered ?? sent ?? access)?.language ?? language;
  const messages = (hasPortalTexts ? allTexts : visitorsTexts)[shownIn];
  const brand = await loadFirstPage(name, data, host);
  const rendered = await renderWhole(
    <Root
      texts={{ language: shownIn, messages, hasPortalTexts }}
      data={{ ...data, brand }}
      route={(app) => <MemoryRouter initialEntries={[url]}>{app}</MemoryRouter>}
    />,
  );
  // React preloads images, which would compete with the styles
  const { html, styles } = collectStyles(rendered.replace(preloadedImages, ''));
  const ofBrand = brand?.shown.brand;
  const look =
    formatColors(ofBrand?.colors ?? theme) +
    formatFonts(ofBrand?.fonts ?? (await loadFonts(files)));
  return { html, styles: look + styles, hydrate: name };
}

const maxKept = 200;
const keep = createRenderCache<ServerRenderedPage>(maxKept);

const drawForm = (page: FormPageData, files?: BrandFiles): Promise<ServerRenderedPage> =>
  renderHydratedPage({
    files,
    name: 'form',
    url: page.here,
    data: { form: page },
    theme: page.opening.theme,
  });

/**
 * Caches a form by everything that its page shows, and by the day, which rules may depend on. A
 * form that was posted or prefilled has answers and is rendered once.
 */
const renderForm = (page: FormPageData, files?: BrandFiles): Promise<ServerRenderedPage> =>
  page.posted || page.prefill
    ? drawForm(page, files)
    : keep(`${getGermanDay(new Date(getServerNow()))} ${JSON.stringify([page, files])}`, () =>
        drawForm(page, files),
      );

const renderSent = (sent: SentPageData, files?: BrandFiles): Promise<ServerRenderedPage> =>
  renderHydratedPage({
    files,
    name: 'sent',
    url: sent.here,
    data: { sent },
    theme: sent.thanks.theme,
  });

const renderClosed = (page: ClosedPageData, files?: BrandFiles): Promise<ServerRenderedPage> =>
  keep(`closed ${JSON.stringify([page, files])}`, () =>
    renderHydratedPage({
      files,
      name: 'closed',
      url: page.here,
      data: { closed: page },
      theme: page.closed.theme,
    }),
  );

const renderAnswered = (page: AnsweredPageData, files?: BrandFiles): Promise<ServerRenderedPage> =>
  renderHydratedPage({
    files,
    name: 'answered',
    url: page.here,
    data: { answered: page },
    theme: page.answered.theme,
  });

/** Renders the page of a PIN. One that was posted or prefills the form is for its visitor only. */
function renderPin(page: PinPageData, files?: BrandFiles): Promise<ServerRenderedPage> {
  const draw = () =>
    renderHydratedPage({
      files,
      name: 'pin',
      url: page.here,
      data: { pin: page },
      theme: page.required.theme,
    });
  return page.posted || page.prefill ? draw() : keep(`pin ${JSON.stringify([page, files])}`, draw);
}

const languageChoice = <LanguageChoice />;

/** Renders a page before the login. One with nothing of its visitor is cached. */
async function renderAccess(
  access: AccessPageData,
  host: string,
): Promise<ServerRenderedPage | undefined> {
  const { page, language: shownIn, ...state } = access;
  const { invitation, hashUserKey = 'key' } = access.invited ?? {};
  // no other part of a page shows its key
  const url = accessPages[page].replace(/:\w+/, hashUserKey);
  const entry = findBrand(brands, { host, ofPage: invitation?.uniqueAccountKey });
  const { redirects = {} } = (await entry?.load())?.brand ?? {};
  if (redirects[matchRoute({ pathname: url, search: '' }).name] !== undefined) return undefined;
  const theme = invitation && {
    primaryColor: invitation.mainColor,
    secondaryColor: invitation.secondaryColor,
  };
  const draw = () =>
    renderHydratedPage({ name: page, url, host, data: { access }, ...(theme ? { theme } : {}) });
  const brandKey = entry?.accountKeys.join() ?? '';
  return Object.keys(state).length > 0 ? draw() : keep(`${page} ${shownIn} ${brandKey}`, draw);
}

/** Renders the HTML of public pages on the server. */
export const serverRender: ServerRender = {
  findBrand: findBrandFiles,
  landing: (host, account) =>
    findBrand(brands, { host, ofPage: account.accountUniqueKey })
      ? undefined
      : renderReplacedPage(<LandingPage account={account} languageChoice={languageChoice} />, {
          primaryColor: account.primaryColor,
          secondaryColor: account.secondaryColor,
        }),
  form: renderForm,
  pin: renderPin,
  closed: renderClosed,
  answered: renderAnswered,
  sent: renderSent,
  access: renderAccess,
  frame: renderFrame,
  notFound: (shownIn) =>
    renderReplacedPage(
      <NotFoundPage languageChoice={<LanguageChoice address={formatLanguageLink} />} />,
      {},
      shownIn,
    ),
  markdown: (text) => renderToStaticMarkup(<Markdown text={text} />),
  findPage,
};
