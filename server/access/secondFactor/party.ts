import type { Deps } from '#server/deps.ts';
import { warnOnce } from '#server/http/logging.ts';

/** Returns the WebAuthn relying party. Passkeys work on the host of PUBLIC_URL only. */
export function getRelyingParty({ config }: Pick<Deps, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}

/**
 * Logs why a passkey was refused if the browser's address differs from PUBLIC_URL. Other causes
 * are the visitor's and are not logged.
 */
export function logRefusal({ log }: Pick<Deps, 'log'>, error: unknown): undefined {
  if (error instanceof Error && /origin|RP ID/i.test(error.message))
    warnOnce(log, 'the browser has another address', 'passkeys are refused: check PUBLIC_URL');
}
