import type { Deps } from '#server/deps.ts';
import { findInstallationValue, putInstallationValue } from '#server/db/installation.ts';
import { OperatorError } from '#server/operatorError.ts';
import { computeMac, isMac } from './secrets.ts';

export class ForeignSecret extends OperatorError {}

const [purpose, text] = ['secretCheck', 'AUTH_SECRET'];

/**
 * Throws `ForeignSecret` unless the database was written with an accepted secret. The database
 * keeps an HMAC as check value, which the first start stores and a rotation replaces.
 */
export async function checkSecret(deps: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const current = computeMac(deps, purpose, text);
  const stored = await findInstallationValue(deps.db, 'secretCheck');
  if (stored !== undefined && !isMac(deps, stored, purpose, text))
    throw new ForeignSecret(
      'AUTH_SECRET is not the secret that this database was written with, so nobody could log in: ' +
        'set it to that secret, or give that secret as AUTH_SECRET_PREVIOUS to replace it.',
    );
  if (stored !== current) await putInstallationValue(deps.db, 'secretCheck', current);
}
