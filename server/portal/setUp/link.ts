import { hourMs } from '#schemas/platform/time.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { hasFirms } from '#server/accounts/accounts/service.ts';
import {
  deleteInstallationValue,
  findInstallationValue,
  putInstallationValue,
} from '#server/db/installation.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { setUpLimits } from '#server/portal/limits.ts';
import { createSecret, hashSecret, isSameSecret } from '#server/security/secrets.ts';

type StoredLink = { hash: string; validUntil: string };

/**
 * Creates the link of the set-up page, and ends the one of the start before. Only the hash of its
 * token is stored. Returns undefined once a firm exists.
 */
export async function createSetUpLink({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string | undefined> {
  if (await hasFirms(db)) {
    await deleteInstallationValue(db, 'setUpLink');
    return undefined;
  }
  const token = createSecret();
  const validUntil = new Date(clock.now().getTime() + setUpLimits.linkHours * hourMs);
  const link: StoredLink = { hash: hashSecret(token), validUntil: validUntil.toISOString() };
  await putInstallationValue(db, 'setUpLink', JSON.stringify(link));
  return config.publicUrl + webAddresses.setUp(token);
}

/** Returns true while the token opens the set-up page. */
export async function isSetUpTokenValid(
  { clock }: Pick<Deps, 'clock'>,
  db: Db,
  token: string,
): Promise<boolean> {
  const stored = await findInstallationValue(db, 'setUpLink');
  if (stored === undefined) return false;
  const { hash, validUntil } = JSON.parse(stored) as StoredLink;
  const isValid = isSameSecret(hashSecret(token), hash) && clock.now() < new Date(validUntil);
  return isValid && !(await hasFirms(db));
}

/** Ends the link; false for all but the first of concurrent calls. */
export const consumeSetUpLink = (db: Db): Promise<boolean> =>
  deleteInstallationValue(db, 'setUpLink');
