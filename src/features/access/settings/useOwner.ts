import { useState } from 'react';
import type { UserData } from '#schemas/access/users.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { paths } from '#src/routing/paths.ts';
import { useStored } from '#src/device/useStored.ts';

/** Session kind: password; PIN of a registered user; PIN of an unregistered user. */
export type Access =
  { by: 'password' } | { by: 'pin'; hasRegistered: boolean; registration: string | undefined };

/** Returns the user and their session kind. Stays stable while the login dialog is open. */
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
