import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { listSecrets } from './secrets.ts';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

/**
 * The purpose and the row that a ciphertext belongs to (additional authenticated data).
 * A ciphertext that was copied to another row cannot be decrypted.
 */
export type SealContext = { purpose: string; id: string };

/** Derives a key per purpose from the installation's secret, which is not in the database. */
const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `formakte:seal:${purpose}`, keyBytes));

/** Encrypts a text with AES-256-GCM; the ciphertext (base64url) differs on each call. */
export function seal(
  { config }: Pick<Deps, 'config'>,
  { purpose, id }: SealContext,
  text: string,
): string {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, deriveKey(config.authSecret, purpose), iv, {
    authTagLength: tagBytes,
  }).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), sealed]).toString('base64url');
}

function unsealWith(secret: string, { purpose, id }: SealContext, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag, rest] = [
    bytes.subarray(0, ivBytes),
    bytes.subarray(ivBytes, ivBytes + tagBytes),
    bytes.subarray(ivBytes + tagBytes),
  ];
  const decryption = createDecipheriv(cipher, deriveKey(secret, purpose), iv, {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  return Buffer.concat([decryption.update(rest), decryption.final()]).toString('utf8');
}

/** Decrypts a text. Throws if it was changed, or if context or secret differ. */
export function unseal(
  { config }: Pick<Deps, 'config'>,
  context: SealContext,
  sealed: string,
): string {
  let failure: unknown;
  for (const secret of listSecrets(config)) {
    try {
      return unsealWith(secret, context, sealed);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Seals a text again with the current secret; undefined if it already is. */
function resealOutdated(
  deps: Pick<Deps, 'config'>,
  context: SealContext,
  sealed: string,
): string | undefined {
  try {
    unsealWith(deps.config.authSecret, context, sealed);
    return undefined;
  } catch {
    return seal(deps, context, unseal(deps, context, sealed));
  }
}

type SealedRows<Row> = {
  /** lists rows by id, after one */
  list: (db: Db, after: string, limit: number) => Promise<Row[]>;
  getId: (row: Row) => string;
  getContext: (id: string) => SealContext;
  getSealed: (row: Row) => string;
  /** replaces the sealed text of a row unless it has changed */
  replace: (db: Db, row: Row, resealed: string) => Promise<void>;
};

const resealedAtOnce = 100;

/** Seals the rows of a table with the current secret while the previous one is still known. */
export async function resealRows<Row>(
  deps: Pick<Deps, 'config' | 'db'>,
  { list, getId, getContext, getSealed, replace }: SealedRows<Row>,
): Promise<void> {
  if (!deps.config.previousSecret) return;
  for (let after = ''; ;) {
    const rows = await list(deps.db, after, resealedAtOnce);
    for (const row of rows) {
      const resealed = resealOutdated(deps, getContext(getId(row)), getSealed(row));
      if (resealed) await replace(deps.db, row, resealed);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = getId(last);
  }
}
