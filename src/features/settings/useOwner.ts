import { useState } from 'react';
import type { UserData } from '#schemas/users.ts';
import { useUser } from '#src/api/useUser.ts';
import { useStored } from '#src/lib/useStored.ts';

type Owner = {
  user: UserData;
  /** Whoever came by PIN has no password yet. */
  isRegistered: boolean;
};

/** Whose settings are shown. They stay on the page while the login is asked for again. */
export function useOwner(): Owner | undefined {
  const current = useUser();
  const [known, setKnown] = useState(current);
  if (current && current !== known) setKnown(current);
  const isRegistered = useStored('registeredSession') !== undefined;
  return known && { user: known, isRegistered };
}
