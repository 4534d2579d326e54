import type { UserData } from '#schemas/access/users.ts';
import { useStored } from '#src/device/useStored.ts';
import { isLive } from './userSessions.ts';

/** Returns the id of the last user, also after the session has expired. */
export function useOwnerId(): string | undefined {
  const kept = [useStored('registeredSession'), useStored('unregisteredSession')];
  return (kept.find(isLive) ?? kept.find((each) => each !== undefined))?.user.userId;
}

/** Returns the user who is logged in, the registered session first; undefined after an expiry. */
export function useUser(): UserData | undefined {
  const kept = [useStored('registeredSession'), useStored('unregisteredSession')];
  return kept.find(isLive)?.user;
}

/** Returns the id by which an account knows the user who is logged in. */
export function useClientId(accountId: string): string {
  const user = useUser();
  return user?.clientIds?.[accountId] ?? user?.userId ?? '';
}
