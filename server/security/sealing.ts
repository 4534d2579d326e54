import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

/**
 * The purpose and the row that a ciphertext belongs to (additional authenticated data).
 * A ciphertext that was copied to another row cannot be decrypted.
 */
export type SealContext = { purpose: string; id: string };

/** Derives a key per purpose from the installation's secret, which is not in the database. */
const deriveKey = ({ config }: Pick<Deps, 'config'>, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', config.authSecret, '', `formakte:seal:${purpose}`, keyBytes));

/** Encrypts a text with AES-256-GCM; the ciphertext (base64url) differs on each call. */
export function seal(
  deps: Pick<Deps, 'config'>,
  { purpose, id }: SealContext,
  text: string,
): string {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, deriveKey(deps, purpose), iv, {
    authTagLength: tagBytes,
  }).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text. Throws if it was changed, or if context or secret differ. */
export function unseal(
  deps: Pick<Deps, 'config'>,
  { purpose, id }: SealContext,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag, rest] = [
    bytes.subarray(0, ivBytes),
    bytes.subarray(ivBytes, ivBytes + tagBytes),
    bytes.subarray(ivBytes + tagBytes),
  ];
  const decryption = createDecipheriv(cipher, deriveKey(deps, purpose), iv, {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(tag);
  return Buffer.concat([decryption.update(rest), decryption.final()]).toString('utf8');
}
