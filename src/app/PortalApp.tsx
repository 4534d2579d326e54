import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ForbiddenPage } from '#src/features/access/ForbiddenPage.tsx';
import { WaitingPage } from '#src/features/access/WaitingPage.tsx';
import { HomePage } from '#src/features/home/HomePage.tsx';
import { placeOf, routes, type Place, type RouteName } from '#src/lib/routes.ts';
import { Guard } from './Guard.tsx';
import { useGuardState } from './useGuardState.ts';
import { useSessionWatch } from './useSessionWatch.ts';

type Screen = ComponentType<{ languageChoice: ReactNode; place: Place }>;

const LoginDialog = lazy(async () => ({ default: (await import('#src/features/login/LoginDialog.tsx')).LoginDialog }));
const PortalShell = lazy(async () => ({ default: (await import('#src/features/shell/PortalShell.tsx')).PortalShell }));

/** The screen of each address, loaded when it is first shown. An address without one is not found. */
const screens: Partial<Record<RouteName, Screen>> = {
  base: HomePage,
  login: lazy(async () => ({ default: (await import('#src/features/login/LoginPage.tsx')).LoginPage })),
  dashboard: lazy(async () => ({ default: (await import('#src/features/dashboard/DashboardPage.tsx')).DashboardPage })),
  mobileNotice: lazy(async () => ({ default: (await import('#src/features/access/MobileNoticePage.tsx')).MobileNoticePage })),
  activateWithApp: lazy(async () => ({ default: (await import('#src/features/access/ActivateWithAppPage.tsx')).ActivateWithAppPage })),
};

/** Everything but the forms that visitors reach by link: who may be where, and what is drawn around it. */
export function PortalApp({ languageChoice, notFound }: { languageChoice: ReactNode; notFound: ReactNode }) {
  const place = placeOf(useLocation());
  const state = useGuardState(place);
  useSessionWatch(state);
  const Screen = screens[place.name];
  const screen = Screen ? <Screen languageChoice={languageChoice} place={place} /> : notFound;
  const isInside = Screen !== undefined && routes[place.name].access === 'protected';
  return (
    <>
      <Guard state={state} place={place} forbidden={<ForbiddenPage languageChoice={languageChoice} />} waiting={<WaitingPage />}>
        {isInside ? <PortalShell languageChoice={languageChoice} here={place.name}>{screen}</PortalShell> : screen}
      </Guard>
      {isInside && state.isInterrupted && <Suspense><LoginDialog /></Suspense>}
    </>
  );
}
