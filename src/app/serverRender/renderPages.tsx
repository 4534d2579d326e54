import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { matchPath, MemoryRouter } from 'react-router-dom';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import type { FirstView } from '#schemas/platform/firstView.ts';
import type { FormTheme } from '#schemas/forms/forms.ts';
import { AwaitedProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import { findBrand } from '#src/brands/brand.ts';
import { brands } from '#src/brands/registry.ts';
import { FormHeader } from '#src/features/forms/assistants/FormHeader.tsx';
import { FormIntro } from '#src/features/forms/assistants/FormIntro.tsx';
import { Columns, Sheet } from '#src/features/forms/assistants/layout.ts';
import { formatSender } from '#src/forms/formatSender.ts';
import { ConsentBanner } from '#src/features/portal/consent/ConsentBanner.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { locales } from '#src/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/locale/messages.ts';
import { LoginPage } from '#src/features/access/login/LoginPage.tsx';
import { LandingPage } from '#src/features/portal/publicPage/LandingPage.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { getColors } from '#src/brands/colors.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { formPatterns, paths, sentPatterns } from '#src/routing/paths.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { createStore } from '#src/app/store.ts';

const language = detectLanguage();
const messages = await loadMessages(language, ['visitors', 'portal']);

/** Renders for a first visit: in our first language, logged out. */
function renderFirstView(page: ReactNode, theme: FormTheme = {}): FirstView {
  const html = renderToStaticMarkup(
    <Provider store={createStore()}>
      <IntlProvider locale={locales[language]} messages={messages}>
        <MemoryRouter>
          {page}
          <ConsentBanner />
        </MemoryRouter>
      </IntlProvider>
    </Provider>,
  );
  const colors = getColors(theme)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
  return { html, colors: colors && `:root{${colors}}` };
}

const languageChoice = <LanguageChoice />;
/** The browser renders branded pages, because a brand has texts and fonts of its own. */
const hasBrand = (host: string, ofPage?: string): boolean =>
  findBrand(brands, { host, ofPage }) !== undefined;

const login = renderFirstView(
  <LoginPage
    languageChoice={languageChoice}
    route={matchRoute({ pathname: paths.login(), search: '' })}
  />,
);

/** Server-side rendering (SSR): pages drawn with the components of the browser. */
export const firstViews: FirstViews = {
  landing: (host, account) =>
    hasBrand(host, account.accountUniqueKey)
      ? undefined
      : renderFirstView(<LandingPage account={account} languageChoice={languageChoice} />, {
          primaryColor: account.primaryColor,
          secondaryColor: account.secondaryColor,
        }),
  form: (
    _host,
    {
      accountId,
      accountName,
      headerLogoUrl,
      contact,
      theme,
      formElement: { title, description },
      assistantNotice,
      showAgb,
      showDatenschutz,
    },
  ) =>
    renderFirstView(
      <>
        <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={contact.website}>
          {languageChoice}
        </FormHeader>
        <AwaitedProgress />
        <Columns>
          <span />
          <Sheet id="content">
            <FormIntro
              sender={formatSender(accountName, contact)}
              title={title}
              about={{ description, notice: assistantNotice }}
            />
            <FormSkeleton />
          </Sheet>
        </Columns>
        <FormFooter
          accountId={accountId}
          statements={[
            ...(showAgb ? ['agbAccepted' as const] : []),
            ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
          ]}
        />
      </>,
      theme,
    ),
  login: (host) => (hasBrand(host) ? undefined : login),
  isPage: (pathname) =>
    matchRoute({ pathname, search: '' }).name !== 'notFound' ||
    [...formPatterns, ...sentPatterns].some((pattern) => matchPath(pattern, pathname) !== null),
};
