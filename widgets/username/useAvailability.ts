import { useRef, useState } from 'react';
import type { Address } from '#src/engine/core/address.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { useOptionalService } from '#src/engine/react/useService.ts';
import { checkUsername } from './service.ts';

type Availability = 'unknown' | 'asking' | 'free' | 'taken';

/**
 * Asks the server whether a username is free. Nobody waits for the answer: without one the form can be sent, and the
 * server says then what it has to say.
 */
export function useAvailability(address: Address) {
  const {
    engine: { store, check: findings },
  } = useFormContext();
  const check = useOptionalService(checkUsername);
  const [state, setState] = useState<Availability>('unknown');
  const asked = useRef<string>(undefined);

  /** What is typed now is another name. */
  function forget() {
    asked.current = undefined;
    store.setBusy(address, undefined);
    setState('unknown');
  }

  async function ask(username: string | undefined) {
    if (!username || username === asked.current || findings(address, username).length > 0 || !check)
      return; // the form's own rules may not have been asked yet
    asked.current = username;
    setState('asking');
    const isFree = await check(username).then(
      ({ isValid }) => isValid,
      () => undefined,
    );
    if (asked.current !== username) return;
    if (isFree === undefined) return forget();
    setState(isFree ? 'free' : 'taken');
    if (isFree) return;
    store.setBusy(address, 'taken');
    store.tell({ address, pointer: `/${address}`, rule: 'taken' });
  }

  return { state, ask, forget };
}
