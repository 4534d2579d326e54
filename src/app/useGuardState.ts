import { use, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { UserData } from '#schemas/access/users.ts';
import { useGetPublicInfoQuery, useResolveAccountKeyQuery } from '#src/api/accounts/accounts.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import type { NavigationState } from '#src/routing/navigation.ts';
import { isStepBefore, wizardPages, type WizardPage } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { readTabChoice, writeStored, type KeptSession } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import type { RegistrationState } from '#src/features/access/registration/slice.ts';
import {
  isForeign,
  needsInvitation,
  publicPages,
  type GuardState,
  type InvitationState,
} from '#src/routing/guards.ts';

/** Returns the invitation of the key in the address, and whether it is for one of these users. */
function useInvitation(route: RouteMatch, users: readonly UserData[]): InvitationState {
  const { hashUserKey } = route.params;
  const { refusal } = use(AccessPageContext) ?? {};
  const isWanted = needsInvitation(route) && hashUserKey !== undefined && !refusal;
  const { currentData, isError } = useGetInvitationQuery(
    { params: { hashUserKey: hashUserKey ?? '' } },
    { skip: !isWanted },
  );
  if (isError || refusal) return 'failed';
  if (!currentData) return 'loading';
  const { userId, userStatus, userRegistered } = currentData;
  return { userStatus, userRegistered, isForeign: isForeign(userId, users) };
}

/** Returns where the provider's public page is. The page itself shows a failed lookup. */
function usePublicPage({
  name,
  params: { accountIdentity = '' },
}: RouteMatch): GuardState['publicPage'] {
  const isWanted = publicPages.some((each) => each === name);
  const known = useResolveAccountKeyQuery(
    { params: { identify: accountIdentity } },
    { skip: !isWanted },
  );
  const info = useGetPublicInfoQuery(
    { params: { id: known.currentData?.accountId ?? '' } },
    { skip: !isWanted || !known.currentData },
  );
  // the error outlives its retry; otherwise the page would flicker
  if (!isWanted || known.error || info.error) return 'here';
  if (!info.currentData) return 'loading';
  const elsewhere = parseWebAddress(info.currentData.publicPageElsewhere);
  return elsewhere ? { elsewhere: elsewhere.href } : 'here';
}

/** Returns the step of the registration that the browser's Back or Forward leads to. */
function useStepAround(
  { name, params }: RouteMatch,
  username: string | undefined,
): WizardPage | undefined {
  const kept = useStored('registration');
  const { key } = useLocation();
  // not for an opened address, nor during a navigation to the next step
  const isHere =
    typeof history !== 'undefined' && (history.state as { key?: string } | null)?.key === key;
  const isMoving = useNavigationType() === NavigationType.Pop && isHere;
  const page = wizardPages.find((each) => each === params['wizardPage']);
  const isReady =
    page !== undefined &&
    kept !== undefined &&
    (isStepBefore(page, kept.page) ||
      (kept.accepted !== undefined &&
        (page === 'login' ||
          page === 'username' ||
          (page === 'password' && username !== undefined))));
  const isThere =
    isMoving &&
    name === 'registration' &&
    kept !== undefined &&
    kept.page !== 'done' &&
    page !== kept.page &&
    isReady;
  useEffect(() => {
    if (isThere) writeStored('registration', { ...kept, page });
  }, [isThere, kept, page]);
  return isThere ? page : undefined;
}

/** The password step needs a username: without one in this tab the username step is shown. */
function useWizard(route: RouteMatch, unregistered: KeptSession | undefined): GuardState['wizard'] {
  const kept = useStored('registration');
  const username = useSelector(({ registration }: RegistrationState) => registration.username);
  const around = useStepAround(route, username);
  if (!kept) return undefined;
  const page =
    around ?? (kept.page === 'password' && username === undefined ? 'username' : kept.page);
  return {
    hashUserKey: kept.hashUserKey,
    page,
    userStatus: isLive(unregistered) ? unregistered.user.userStatus : 0,
  };
}

/** Collects the input of the guards. Suspends like `useIsRestrictedPhone`. */
export function useGuardState(
  route: RouteMatch,
  brandRedirects: GuardState['brandRedirects'],
): GuardState {
  const [registered, unregistered] = [
    useStored('registeredSession'),
    useStored('unregisteredSession'),
  ];
  const { push, hasLoggedOut } = useSelector(({ navigation }: NavigationState) => navigation);
  const wizard = useWizard(route, unregistered);
  const publicPage = usePublicPage(route);
  const isRestrictedPhone = useIsRestrictedPhone();
  const users = [registered, unregistered].flatMap((kept) => (isLive(kept) ? [kept.user] : []));
  const invitation = useInvitation(route, users);
  const isLoggedIn = users.length > 0;
  const { pathname } = useLocation();
  const [loggedInAt, setLoggedInAt] = useState<string>();
  if (isLoggedIn && loggedInAt !== pathname) setLoggedInAt(pathname);
  const wasLoggedIn = loggedInAt === pathname; // a new page has no input to lose
  const hasEnded = registered !== undefined || unregistered !== undefined;
  const endedPin =
    !isLoggedIn && registered === undefined && unregistered !== undefined
      ? wizard?.hashUserKey
      : undefined;
  const isInterrupted =
    // a new PIN needs the key of the invitation
    !isLoggedIn && wasLoggedIn && (registered !== undefined || endedPin !== undefined);
  return {
    registered: isLive(registered),
    unregistered: isLive(unregistered),
    isInterrupted,
    endedPin,
    // in another tab
    hasLoggedOut: hasLoggedOut !== undefined || (wasLoggedIn && !isLoggedIn && !hasEnded),
    returnUrl: readTabChoice('returnUrl'),
    push,
    isRestrictedPhone,
    accountIds: isLoggedIn ? users.flatMap(({ accountIds }) => accountIds) : undefined,
    accountsWithoutDashboard: users.flatMap(
      ({ accountIdsWithoutDashboard = [] }) => accountIdsWithoutDashboard,
    ), // absent in sessions stored by an earlier version
    brandRedirects,
    publicPage,
    invitation,
    acceptedKey: readTabChoice('acceptedInvitation'),
    wizard,
  };
}
