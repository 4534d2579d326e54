import { useRef, useState } from 'react';
import { findBrokenUsernameRule } from '#schemas/access/usernames.rules.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { useOptionalService } from '#src/engine/react/services/useService.ts';
import { checkUsername } from './service.ts';

type Availability = 'unknown' | 'asking' | 'free' | 'taken';

/**
 * Asks the server whether a username is free. Does not block submission; the server checks again
 * then.
 */
export function useAvailability(address: FieldAddress) {
  const {
    engine: { store },
  } = useFormContext();
  const check = useOptionalService(checkUsername);
  const [state, setState] = useState<Availability>('unknown');
  const asked = useRef<string>(undefined);

  /** The typed name has changed; ignore the pending response. */
  function cancel() {
    asked.current = undefined;
    store.setBusy(address, undefined);
    setState('unknown');
  }

  async function ask(username: string | undefined) {
    if (!username || username === asked.current || !check) return;
    if (findBrokenUsernameRule(username)) return; // the field says which one
    asked.current = username;
    setState('asking');
    const isFree = await check(username).then(
      ({ isValid }) => isValid,
      () => undefined,
    );
    if (asked.current !== username) return;
    if (isFree === undefined) return cancel();
    setState(isFree ? 'free' : 'taken');
    if (isFree) return;
    store.setBusy(address, 'taken');
    store.addExternalError({ address, pointer: `/${address}`, rule: 'taken' });
  }

  return { state, ask, forget: cancel };
}
