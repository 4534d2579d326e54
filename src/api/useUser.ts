import type { UserData } from '#schemas/users.ts';
import { useStored } from '#src/lib/useStored.ts';
import { isLive } from './userSessions.ts';

/** Whose this browser is, also while their login has ended and until somebody else logs in. */
export function useOwnerId(): string | undefined {
  const kept = [useStored('registeredSession'), useStored('unregisteredSession')];
  return (kept.find(isLive) ?? kept.find((each) => each !== undefined))?.user.userId;
}

/** Whoever is logged in; of two logins the registered one. Undefined while a login has ended. */
export function useUser(): UserData | undefined {
  const kept = [useStored('registeredSession'), useStored('unregisteredSession')];
  return kept.find(isLive)?.user;
}
