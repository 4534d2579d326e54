import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useGetPublicInfoQuery, useResolveAccountKeyQuery } from '#src/api/accounts.ts';
import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { isLive } from '#src/api/userSessions.ts';
import { useGetInvitationQuery } from '#src/api/users.ts';
import type { NavigationState } from '#src/lib/navigation.ts';
import { isStepBefore, wizardPages, type WizardPage } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import { readTabChoice, writeStored, type KeptSession } from '#src/lib/storage.ts';
import { useStored } from '#src/lib/useStored.ts';
import { webAddress } from '#src/lib/webAddress.ts';
import type { RegistrationState } from '#src/features/registration/slice.ts';
import { asksForInvitation, publicPages, type GuardState, type InvitationState } from './guards.ts';

function useInvitation(place: Place): InvitationState {
  const { hashUserKey } = place.params;
  const isWanted = asksForInvitation(place) && hashUserKey !== undefined;
  const { currentData, isError } = useGetInvitationQuery(
    { params: { hashUserKey: hashUserKey ?? '' } },
    { skip: !isWanted },
  );
  if (isError) return 'failed';
  return currentData ?? 'loading';
}

/** Where the public page of the provider in the address is. What cannot be looked up is for the page itself to say. */
function usePublicPage({
  name,
  params: { accountIdentity = '' },
}: Place): GuardState['publicPage'] {
  const isWanted = publicPages.some((each) => each === name);
  const known = useResolveAccountKeyQuery(
    { params: { identify: accountIdentity } },
    { skip: !isWanted },
  );
  const info = useGetPublicInfoQuery(
    { params: { id: known.currentData?.accountId ?? '' } },
    { skip: !isWanted || !known.currentData },
  );
  if (!isWanted || known.error || info.error) return 'here'; // the error, which outlives its next try: the page would go and come with it
  if (!info.currentData) return 'loading';
  const elsewhere = webAddress(info.currentData.publicPageElsewhere);
  return elsewhere ? { elsewhere: elsewhere.href } : 'here';
}

/** The step that the browser's Back leads to, or its Forward where what comes before is done. */
function useStepAround(
  { name, params }: Place,
  username: string | undefined,
): WizardPage | undefined {
  const kept = useStored('registration');
  const { key } = useLocation();
  const isHere = (history.state as { key?: string } | null)?.key === key; // not of an address that is opened, nor while a step onward is on its way
  const isMoving = useNavigationType() === NavigationType.Pop && isHere;
  const page = wizardPages.find((each) => each === params['wizardPage']);
  const isReady =
    page !== undefined &&
    kept !== undefined &&
    (isStepBefore(page, kept.page) ||
      (kept.accepted !== undefined &&
        (page === 'username' || (page === 'password' && username !== undefined))));
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

/** The password can only follow a username: where the tab knows none, that is chosen again. */
function useWizard(place: Place, unregistered: KeptSession | undefined): GuardState['wizard'] {
  const kept = useStored('registration');
  const username = useSelector(({ registration }: RegistrationState) => registration.username);
  const around = useStepAround(place, username);
  if (!kept) return undefined;
  const page =
    around ?? (kept.page === 'password' && username === undefined ? 'username' : kept.page);
  return {
    hashUserKey: kept.hashUserKey,
    page,
    userStatus: isLive(unregistered) ? unregistered.user.userStatus : 0,
  };
}

/** Collects what the guards decide by. Suspends as `useIsRestrictedPhone` does. */
export function useGuardState(
  place: Place,
  brandRedirects: GuardState['brandRedirects'],
): GuardState {
  const [registered, unregistered] = [
    useStored('registeredSession'),
    useStored('unregisteredSession'),
  ];
  const { push, hasLoggedOut } = useSelector(({ navigation }: NavigationState) => navigation);
  const invitation = useInvitation(place);
  const wizard = useWizard(place, unregistered);
  const publicPage = usePublicPage(place);
  const isRestrictedPhone = useIsRestrictedPhone();
  const users = [registered, unregistered].flatMap((kept) => (isLive(kept) ? [kept.user] : []));
  const isLoggedIn = users.length > 0;
  const { pathname } = useLocation();
  const [loggedInAt, setLoggedInAt] = useState<string>();
  if (isLoggedIn && loggedInAt !== pathname) setLoggedInAt(pathname);
  const wasLoggedIn = loggedInAt === pathname; // another page has nothing that would be lost
  const hasEnded = registered !== undefined || unregistered !== undefined;
  const endedPin =
    !isLoggedIn && registered === undefined && unregistered !== undefined
      ? wizard?.hashUserKey
      : undefined;
  const isInterrupted =
    !isLoggedIn && wasLoggedIn && (registered !== undefined || endedPin !== undefined); // a PIN cannot be asked for without its key
  return {
    registered: isLive(registered),
    unregistered: isLive(unregistered),
    isInterrupted,
    endedPin,
    hasLoggedOut: hasLoggedOut !== undefined || (wasLoggedIn && !isLoggedIn && !hasEnded), // in another tab
    returnUrl: readTabChoice('returnUrl'),
    push,
    isRestrictedPhone,
    accountIds: isLoggedIn ? users.flatMap(({ accountIds }) => accountIds) : undefined,
    accountsWithoutDashboard: users.flatMap(
      ({ accountIdsWithoutDashboard = [] }) => accountIdsWithoutDashboard,
    ), // logins kept by an earlier version do not tell
    brandRedirects,
    publicPage,
    invitation,
    wizard,
  };
}
