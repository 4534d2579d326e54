import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ForbiddenPage } from '#src/features/access/ForbiddenPage.tsx';
import { WaitingPage } from '#src/features/access/WaitingPage.tsx';
import { HomePage } from '#src/features/home/HomePage.tsx';
import { NotFoundPage } from '#src/features/notFound/NotFoundPage.tsx';
import { useSentAlong } from '#src/api/sentAlong.ts';
import { useUser } from '#src/api/useUser.ts';
import { placeOf, routes, type Place, type RouteName } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Branded, useBrand } from './Branded.tsx';
import { Guard } from './Guard.tsx';
import { isDashboardDisabled } from './guards.ts';
import { useGuardState } from './useGuardState.ts';
import { useForeignInvitation, useInvitedLanguage } from './useInvitation.ts';
import { useLiveEvents } from './useLiveEvents.ts';
import { useOutbox } from './useOutbox.ts';
import { useSessionWatch } from './useSessionWatch.ts';

type Screen = ComponentType<{
  languageChoice: ReactNode;
  notFound: ReactNode;
  place: Place;
  showToast: ShowToast;
  /** of a customer's own */ hasBrand: boolean;
}>;

const noRedirects = {};

const LoginAgain = lazy(async () => ({
  default: (await import('#src/features/login/LoginDialog.tsx')).LoginAgain,
}));
const PinDialog = lazy(async () => ({
  default: (await import('#src/features/pin/PinDialog.tsx')).PinDialog,
}));
const PortalShell = lazy(async () => ({
  default: (await import('#src/features/shell/PortalShell.tsx')).PortalShell,
}));

const ForgotUsernamePage = lazy(async () => ({
  default: (await import('#src/features/credentials/ForgotPage.tsx')).ForgotUsernamePage,
}));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('#src/features/credentials/ForgotPage.tsx')).ForgotPasswordPage,
}));

const PublicPage = lazy(async () => ({
  default: (await import('#src/features/publicPage/PublicPage.tsx')).PublicPage,
}));
const CasesScreen = lazy(async () => ({
  default: (await import('./CasesScreen.tsx')).CasesScreen,
}));

/** The screen of each address, loaded when it is first shown. An address without one is not found. */
const screens: Partial<Record<RouteName, Screen>> = {
  base: HomePage,
  login: lazy(async () => ({
    default: (await import('#src/features/login/LoginPage.tsx')).LoginPage,
  })),
  start: lazy(async () => ({
    default: (await import('#src/features/pin/RequestPinPage.tsx')).RequestPinPage,
  })),
  enterPin: lazy(async () => ({
    default: (await import('#src/features/pin/EnterPinPage.tsx')).EnterPinPage,
  })),
  registration: lazy(async () => ({
    default: (await import('#src/features/registration/RegistrationPage.tsx')).RegistrationPage,
  })),
  forgetUsername: ForgotUsernamePage,
  forgetUsernameByKey: ForgotUsernamePage,
  forgetPassword: ForgotPasswordPage,
  forgetPasswordByKey: ForgotPasswordPage,
  resetPassword: lazy(async () => ({
    default: (await import('#src/features/credentials/ResetPasswordPage.tsx')).ResetPasswordPage,
  })),
  resetPasswordDone: lazy(async () => ({
    default: (await import('#src/features/credentials/ResetDonePage.tsx')).ResetDonePage,
  })),
  dashboard: lazy(async () => ({
    default: (await import('./DashboardScreen.tsx')).DashboardScreen,
  })),
  serviceProvider: lazy(async () => ({
    default: (await import('#src/features/dashboard/ServiceProviderPage.tsx')).ServiceProviderPage,
  })),
  cases: CasesScreen,
  selectedCase: CasesScreen,
  board: lazy(async () => ({
    default: (await import('#src/features/board/BoardPage.tsx')).BoardPage,
  })),
  businessForms: lazy(async () => ({
    default: (await import('#src/features/businessForms/FormsPage.tsx')).FormsPage,
  })),
  businessForm: lazy(async () => ({
    default: (await import('#src/features/businessForms/FormPage.tsx')).FormPage,
  })),
  businessFormPreview: lazy(async () => ({
    default: (await import('#src/features/businessForms/PreviewPage.tsx')).PreviewPage,
  })),
  settings: lazy(async () => ({ default: (await import('./SettingsScreen.tsx')).SettingsScreen })),
  publicPage: PublicPage,
  proudlyPresents: PublicPage,
  business: lazy(async () => ({
    default: (await import('#src/features/home/BusinessPage.tsx')).BusinessPage,
  })),
  legalText: lazy(async () => ({
    default: (await import('#src/features/legal/LegalPage.tsx')).LegalPage,
  })),
  mobileNotice: lazy(async () => ({
    default: (await import('#src/features/access/MobileNoticePage.tsx')).MobileNoticePage,
  })),
  activateWithApp: lazy(async () => ({
    default: (await import('#src/features/access/ActivateWithAppPage.tsx')).ActivateWithAppPage,
  })),
};

type PortalAppProps = { languageChoice: ReactNode; showToast: ShowToast };

/** Everything but the forms that visitors reach by link. */
export const PortalApp = (props: PortalAppProps) =>
  useSentAlong() ? <GuardedApp {...props} /> : null;

/** Who may be where, and what is drawn around it. */
function GuardedApp({ languageChoice, showToast }: PortalAppProps) {
  const notFound = <NotFoundPage languageChoice={languageChoice} />;
  const location = useLocation();
  const place = placeOf(location);
  const brand = useBrand(place);
  const shown = brand === 'loading' ? undefined : brand;
  const state = useGuardState(place, shown?.brand.redirects ?? noRedirects);
  const user = useUser();
  useSessionWatch();
  useInvitedLanguage(place);
  useForeignInvitation(place, showToast);
  const insideAs = routes[place.name].access === 'protected' ? user?.userId : undefined;
  useLiveEvents(insideAs, place, showToast);
  useOutbox(insideAs, showToast);
  const Screen = screens[place.name];
  const screen = Screen ? (
    <Screen
      key={location.pathname}
      languageChoice={languageChoice}
      notFound={notFound}
      place={place}
      showToast={showToast}
      hasBrand={shown !== undefined}
    />
  ) : (
    notFound
  );
  const isInside = Screen !== undefined && routes[place.name].access === 'protected';
  const around = (page: ReactNode) =>
    isInside ? (
      <PortalShell
        languageChoice={languageChoice}
        here={place.name}
        hasDashboard={
          !isDashboardDisabled(state, null) &&
          (state.isRestrictedPhone || state.brandRedirects.dashboard === undefined)
        }
      >
        {page}
      </PortalShell>
    ) : (
      page
    );
  if (brand === 'loading') return null;
  return (
    <Branded shown={shown}>
      <Guard
        state={state}
        place={place}
        forbidden={<ForbiddenPage languageChoice={languageChoice} place={place} />}
        waiting={<WaitingPage languageChoice={languageChoice} />}
      >
        {around(screen)}
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
