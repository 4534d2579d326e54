import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import {
  addInstallationValue,
  findInstallationValue,
  replaceInstallationValue,
} from '#server/db/installation.ts';
import type { Deps } from '#server/deps.ts';
import { resealRows, seal, unseal } from '#server/security/sealing.ts';

const name = 'pushKeys';
const context = { purpose: name, id: name };

/** The key pair that identifies the installation to push services (VAPID, RFC 8292). */
export type PushKeys = {
  /** on P-256 */
  privateKey: JsonWebKey;
  /** uncompressed point, base64url */
  publicKey: string;
};

const uncompressed = Buffer.from([4]);

function formatPoint({ x = '', y = '' }: JsonWebKey): string {
  const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'));
  return Buffer.concat([uncompressed, ...coordinates]).toString('base64url');
}

const makePrivateKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/**
 * Returns the keys of the installation. The first of several calls makes them; they stay, because
 * each subscription is bound to them.
 */
export async function getPushKeys(deps: Deps): Promise<PushKeys> {
  const stored = await findInstallationValue(deps.db, name);
  if (stored === undefined) {
    const made = seal(deps, context, JSON.stringify(makePrivateKey()));
    await addInstallationValue(deps.db, name, made);
    return getPushKeys(deps);
  }
  const privateKey = JSON.parse(unseal(deps, context, stored)) as JsonWebKey;
  return { privateKey, publicKey: formatPoint(privateKey) };
}

/** Seals the keys again that a rotation of AUTH_SECRET has outdated. */
export const resealPushKeys = (deps: Deps): Promise<void> =>
  resealRows(deps, {
    list: async (db, after) => {
      const stored = after === '' ? await findInstallationValue(db, name) : undefined;
      return stored === undefined ? [] : [stored];
    },
    getId: () => name,
    getContext: () => context,
    getSealed: (stored) => stored,
    replace: (db, before, resealed) => replaceInstallationValue(db, name, before, resealed),
  });
