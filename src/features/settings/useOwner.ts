import { useState } from 'react';
import type { UserData } from '#schemas/users.ts';
import { useUser } from '#src/api/useUser.ts';
import { paths } from '#src/lib/paths.ts';
import { useStored } from '#src/lib/useStored.ts';

/** Logged in by password; by PIN though they have registered; by PIN and not registered, perhaps with a way to it. */
export type Access =
  { by: 'password' } | { by: 'pin'; hasRegistered: boolean; registration: string | undefined };

/** Whose settings are shown, and how they came in. They stay on the page while the login is asked for again. */
export function useOwner(): { user: UserData; access: Access } | undefined {
  const current = useUser();
  const [known, setKnown] = useState(current);
  if (current && current !== known) setKnown(current);
  const begun = useStored('registration');
  const isRegistered = useStored('registeredSession') !== undefined;
  if (!known) return undefined;
  if (isRegistered) return { user: known, access: { by: 'password' } };
  const hasRegistered = known.userStatus !== 0 || begun?.page === 'done';
  return {
    user: known,
    access: {
      by: 'pin',
      hasRegistered,
      registration:
        begun && !hasRegistered ? paths.registration(begun.hashUserKey, begun.page) : undefined,
    },
  };
}
