import { Suspense, use, useState, type ComponentType, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { ForbiddenPage } from '#src/features/access/notices/ForbiddenPage.tsx';
import { WaitingPage } from '#src/features/access/notices/WaitingPage.tsx';
import { HomePage } from '#src/features/portal/home/HomePage.tsx';
import { NotFoundPage } from '#src/features/portal/notFound/NotFoundPage.tsx';
import { useEmbeddedAccount } from '#src/api/accounts/embeddedAccount.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { isProtected, matchRoute, type RouteMatch, type RouteName } from '#src/routing/routes.ts';
import { Branded, useBrand } from './Branded.tsx';
import { Guard } from './Guard.tsx';
import { isDashboardDisabled, type GuardState } from '#src/routing/guards.ts';
import { useGuardState } from './useGuardState.ts';
import { useInvitedLanguage } from './useInvitation.ts';
import { createStore } from './store.ts';
import { useLiveEvents } from './useLiveEvents.ts';
import { useMessageQueue } from './useMessageQueue.ts';
import { useReloadInLanguage } from './useReloadInLanguage.ts';
import { useSessionWatch } from './useSessionWatch.ts';
import { useOpenedNotification } from '#src/pwa/useOpenedNotification.ts';

type Screen = ComponentType<{
  languageChoice: ReactNode;
  notFound: ReactNode;
  route: RouteMatch;
  /** a customer's own brand */ hasBrand: boolean;
}>;

const noRedirects = {};

const LoginAgain = lazyPart(
  async () => (await import('#src/features/access/login/LoginDialog.tsx')).LoginAgain,
);
const PinDialog = lazyPart(
  async () => (await import('#src/features/access/pin/PinDialog.tsx')).PinDialog,
);
const PortalShell = lazyPart(
  async () => (await import('#src/features/portal/shell/PortalShell.tsx')).PortalShell,
);

const OtherLoginPage = lazyPart(
  async () => (await import('#src/features/portal/otherLogin/OtherLoginPage.tsx')).OtherLoginPage,
);

const ForgotUsernamePage = lazyPart(
  async () => (await import('#src/features/access/credentials/ForgotPage.tsx')).ForgotUsernamePage,
);
const ForgotPasswordPage = lazyPart(
  async () => (await import('#src/features/access/credentials/ForgotPage.tsx')).ForgotPasswordPage,
);

const PublicPage = lazyPart(
  async () => (await import('#src/features/portal/publicPage/PublicPage.tsx')).PublicPage,
);
const CasesPage = lazyPart(
  async () => (await import('#src/features/cases/list/CasesPage.tsx')).CasesPage,
);

/** Screens by route, each in a chunk of its own; a route without one is not found. */
const screens: Partial<Record<RouteName, Screen>> = {
  base: HomePage,
  login: lazyPart(async () => (await import('#src/features/access/login/LoginPage.tsx')).LoginPage),
  loggedIn: lazyPart(
    async () => (await import('#src/features/access/login/LoggedInPage.tsx')).LoggedInPage,
  ),
  start: lazyPart(
    async () => (await import('#src/features/access/pin/RequestPinPage.tsx')).RequestPinPage,
  ),
  enterPin: lazyPart(
    async () => (await import('#src/features/access/pin/EnterPinPage.tsx')).EnterPinPage,
  ),
  registration: lazyPart(
    async () =>
      (await import('#src/features/access/registration/RegistrationPage.tsx')).RegistrationPage,
  ),
  postedRegistration: lazyPart(
    async () =>
      (await import('#src/features/access/registration/PostedRegistrationPage.tsx'))
        .PostedRegistrationPage,
  ),
  forgetUsername: ForgotUsernamePage,
  forgetUsernameByKey: ForgotUsernamePage,
  forgetPassword: ForgotPasswordPage,
  forgetPasswordByKey: ForgotPasswordPage,
  resetPassword: lazyPart(
    async () =>
      (await import('#src/features/access/credentials/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  resetPasswordDone: lazyPart(
    async () => (await import('#src/features/access/credentials/ResetDonePage.tsx')).ResetDonePage,
  ),
  dashboard: lazyPart(
    async () => (await import('#src/features/portal/dashboard/DashboardPage.tsx')).DashboardPage,
  ),
  serviceProvider: lazyPart(
    async () =>
      (await import('#src/features/portal/dashboard/ServiceProviderPage.tsx')).ServiceProviderPage,
  ),
  cases: CasesPage,
  selectedCase: CasesPage,
  board: lazyPart(async () => (await import('#src/features/tasks/board/BoardPage.tsx')).BoardPage),
  firmCases: lazyPart(
    async () => (await import('#src/features/cases/firm/FirmCasesPage.tsx')).FirmCasesPage,
  ),
  inbox: lazyPart(async () => (await import('#src/features/tasks/inbox/InboxPage.tsx')).InboxPage),
  clients: lazyPart(
    async () => (await import('#src/features/portal/clients/ClientsPage.tsx')).ClientsPage,
  ),
  businessForms: lazyPart(
    async () => (await import('#src/features/forms/businessForms/FormsPage.tsx')).FormsPage,
  ),
  businessForm: lazyPart(
    async () => (await import('#src/features/forms/businessForms/FormPage.tsx')).FormPage,
  ),
  businessFormPreview: lazyPart(
    async () => (await import('#src/features/forms/businessForms/PreviewPage.tsx')).PreviewPage,
  ),
  settings: lazyPart(
    async () => (await import('#src/features/portal/settings/SettingsPage.tsx')).SettingsPage,
  ),
  publicPage: PublicPage,
  proudlyPresents: PublicPage,
  business: lazyPart(
    async () => (await import('#src/features/portal/home/BusinessPage.tsx')).BusinessPage,
  ),
  legalText: lazyPart(
    async () => (await import('#src/features/accounts/legal/LegalPage.tsx')).LegalPage,
  ),
  mobileNotice: lazyPart(
    async () =>
      (await import('#src/features/access/notices/MobileNoticePage.tsx')).MobileNoticePage,
  ),
  activateWithApp: lazyPart(
    async () =>
      (await import('#src/features/access/notices/ActivateWithAppPage.tsx')).ActivateWithAppPage,
  ),
};

type PortalAppProps = { languageChoice: ReactNode };

/** All pages except the forms that visitors open by link, which have no cache of calls. */
export function PortalApp(props: PortalAppProps) {
  const access = use(AccessPageContext);
  const [store] = useState(() => createStore(access?.invited));
  return (
    <Provider store={store}>
      <EmbeddedApp {...props} />
    </Provider>
  );
}

function EmbeddedApp(props: PortalAppProps) {
  useReloadInLanguage();
  useOpenedNotification();
  return useEmbeddedAccount() ? <GuardedApp {...props} /> : null;
}

const hasDashboard = (state: GuardState): boolean =>
  !isDashboardDisabled(state, null) &&
  (state.isRestrictedPhone || state.brandRedirects.dashboard === undefined);

function GuardedApp({ languageChoice }: PortalAppProps) {
  const notFound = <NotFoundPage languageChoice={languageChoice} />;
  const location = useLocation();
  const route = matchRoute(location);
  const brand = useBrand(route);
  const shown = brand === 'loading' ? undefined : brand;
  const state = useGuardState(route, shown?.brand.redirects ?? noRedirects);
  const user = useUser();
  useSessionWatch();
  useInvitedLanguage(route);
  const insideAs = isProtected(route.name) ? user?.userId : undefined;
  useLiveEvents(insideAs, route);
  useMessageQueue(insideAs);
  const Screen = screens[route.name];
  const screen = Screen ? (
    <Screen
      key={location.pathname}
      languageChoice={languageChoice}
      notFound={notFound}
      route={route}
      hasBrand={shown !== undefined}
    />
  ) : (
    notFound
  );
  const isInside = Screen !== undefined && isProtected(route.name);
  if (brand === 'loading') return null;
  return (
    <Branded shown={shown}>
      <Guard
        state={state}
        route={route}
        forbidden={<ForbiddenPage languageChoice={languageChoice} route={route} />}
        waiting={<WaitingPage languageChoice={languageChoice} />}
        otherLogin={<OtherLoginPage languageChoice={languageChoice} route={route} />}
      >
        {isInside ? (
          <PortalShell
            languageChoice={languageChoice}
            here={route.name}
            hasDashboard={hasDashboard(state)}
          >
            {screen}
          </PortalShell>
        ) : (
          screen
        )}
      </Guard>
      {isInside && state.isInterrupted && (
        <Suspense>
          {state.endedPin === undefined ? (
            <LoginAgain />
          ) : (
            <PinDialog hashUserKey={state.endedPin} />
          )}
        </Suspense>
      )}
    </Branded>
  );
}
