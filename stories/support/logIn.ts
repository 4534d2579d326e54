import { makeSession } from '#schemas/testing/make.ts';
import { removeStored, writeStored } from '#src/device/storage.ts';

/** Stores a session as long as the story is shown. Returns the function that removes it. */
export function logIn(): () => void {
  const session = makeSession({ accountIds: ['a1', 'a2'] });
  writeStored('registeredSession', { ...session, receivedAt: Date.now() });
  return () => removeStored('registeredSession');
}
