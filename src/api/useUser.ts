import type { UserData } from '#schemas/users.ts';
import { useStored } from '#src/lib/useStored.ts';
import { isLive } from './userSessions.ts';

/** Whoever is logged in; of two logins the registered one. Undefined while a login has ended. */
export function useUser(): UserData | undefined {
  const kept = [useStored('registeredSession'), useStored('unregisteredSession')];
  return kept.find(isLive)?.user;
}
