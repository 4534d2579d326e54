import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { matchPath, MemoryRouter } from 'react-router-dom';
import type { FirstView, FirstViews } from '#schemas/firstView.ts';
import type { FormTheme } from '#schemas/forms.ts';
import { AwaitedProgress } from '#src/engine/react/FormOutline.tsx';
import { brandFor } from '#src/brands/brand.ts';
import { brands } from '#src/brands/registry.ts';
import { FormHeader } from '#src/features/assistants/FormHeader.tsx';
import { FormIntro } from '#src/features/assistants/FormIntro.tsx';
import { Columns, Sheet } from '#src/features/assistants/layout.ts';
import { senderLine } from '#src/lib/senderLine.ts';
import { ConsentBanner } from '#src/features/consent/ConsentBanner.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { locales } from '#src/features/locale/LocaleProvider.tsx';
import { loadMessages } from '#src/features/locale/messages.ts';
import { LoginPage } from '#src/features/login/LoginPage.tsx';
import { LandingPage } from '#src/features/publicPage/LandingPage.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { colorsOf } from '#src/lib/brand.ts';
import { spokenLanguage } from '#src/lib/language.ts';
import { formPatterns, paths, sentPatterns } from '#src/lib/paths.ts';
import { placeOf } from '#src/lib/routes.ts';
import { createStore } from './store.ts';

const language = spokenLanguage();
const messages = await loadMessages(language, ['visitors', 'portal']);

/** As it looks to somebody who comes for the first time: in our first language, not logged in. */
function draw(page: ReactNode, theme: FormTheme = {}): FirstView {
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
  const colors = colorsOf(theme)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
  return { html, colors: colors && `:root{${colors}}` };
}

const languageChoice = <LanguageChoice />;
/** A customer's own look comes with its own files. */
const hasBrand = (host: string, ofPage?: string): boolean =>
  brandFor(brands, { host, ofPage }) !== undefined;

/** The same for everybody. */
const login = draw(
  <LoginPage
    languageChoice={languageChoice}
    place={placeOf({ pathname: paths.login(), search: '' })}
  />,
);

/** What the server draws of a page, from the very pieces that the browser draws it with. */
export const firstViews: FirstViews = {
  landing: (host, account) =>
    hasBrand(host, account.accountUniqueKey)
      ? undefined
      : draw(<LandingPage account={account} languageChoice={languageChoice} />, {
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
    draw(
      <>
        <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={contact.website}>
          {languageChoice}
        </FormHeader>
        <AwaitedProgress />
        <Columns>
          <span />
          <Sheet id="content">
            <FormIntro
              sender={senderLine(accountName, contact)}
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
    placeOf({ pathname, search: '' }).name !== 'notFound' ||
    [...formPatterns, ...sentPatterns].some((pattern) => matchPath(pattern, pathname) !== null),
};
