import { use, useState } from 'react';
import { useSelector } from 'react-redux';
import { publicConfig } from '#src/api/config.ts';
import { isLive } from '#src/api/userSessions.ts';
import { useGetInvitationQuery } from '#src/api/users.ts';
import { isPhone } from '#src/lib/isPhone.ts';
import type { NavigationState } from '#src/lib/navigation.ts';
import { routes, type Place } from '#src/lib/routes.ts';
import { readTabChoice, type KeptSession } from '#src/lib/storage.ts';
import { useStored } from '#src/lib/useStored.ts';
import type { RegistrationState } from '#src/features/registration/slice.ts';
import type { GuardState, InvitationState } from './guards.ts';

function useInvitation({ name, params: { hashUserKey } }: Place): InvitationState {
  const isWanted = routes[name].access === 'byKey' && hashUserKey !== undefined;
  const { data, isError } = useGetInvitationQuery({ params: { hashUserKey: hashUserKey ?? '' } }, { skip: !isWanted });
  if (isError) return 'failed';
  return data ?? 'loading';
}

/** The password can only follow a username; after a reload that is chosen again. */
function useWizard(unregistered: KeptSession | undefined): GuardState['wizard'] {
  const kept = useStored('registration');
  const username = useSelector(({ registration }: RegistrationState) => registration.username);
  if (!kept) return undefined;
  const page = kept.page === 'password' && username === undefined ? 'username' : kept.page;
  return { hashUserKey: kept.hashUserKey, page, userStatus: isLive(unregistered) ? unregistered.user.userStatus : 0 };
}

/** Collects what the guards decide by. Suspends on a phone until the server's rule for phones is known. */
export function useGuardState(place: Place): GuardState {
  const [registered, unregistered] = [useStored('registeredSession'), useStored('unregisteredSession')];
  const { push, hasLoggedOut } = useSelector(({ navigation }: NavigationState) => navigation);
  const invitation = useInvitation(place);
  const wizard = useWizard(unregistered);
  const users = [registered, unregistered].flatMap((kept) => (isLive(kept) ? [kept.user] : []));
  const isLoggedIn = users.length > 0;
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn);
  if (isLoggedIn && !wasLoggedIn) setWasLoggedIn(true);
  const hasEnded = registered !== undefined || unregistered !== undefined;
  const isInterrupted = !isLoggedIn && wasLoggedIn && registered !== undefined; // a PIN cannot be asked for without its key
  return {
    registered: isLive(registered),
    unregistered: isLive(unregistered),
    isInterrupted,
    hasLoggedOut: hasLoggedOut || (wasLoggedIn && !isLoggedIn && !hasEnded), // in another tab
    returnUrl: readTabChoice('returnUrl'),
    push,
    isPhone: isPhone(),
    mobileAccess: isPhone() ? use(publicConfig()).mobileAccess : 'full',
    accountIds: isLoggedIn ? users.flatMap(({ accountIds }) => accountIds) : undefined,
    isDashboardDisabled: false,
    publicPageElsewhere: undefined,
    invitation,
    wizard,
  };
}
