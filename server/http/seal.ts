import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes, keyBytes] = [12, 16, 32];

/** What is sealed, and whose it is: a sealed text opens in its own place only, and not where somebody has copied it to. */
export type SealedPlace = { purpose: string; of: string };

/** Each purpose has a key of its own, made from the installation's secret: whoever holds the database alone reads nothing. */
const keyFor = ({ config }: Pick<Deps, 'config'>, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', config.authSecret, '', `formakte:seal:${purpose}`, keyBytes));

/** What is stored of a text that must be read again, but not by whoever gets at the database. Another one each time. */
export function seal(
  deps: Pick<Deps, 'config'>,
  { purpose, of }: SealedPlace,
  text: string,
): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyFor(deps, purpose), iv, {
    authTagLength: tagBytes,
  }).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** The text again. Throws for one that was changed, or that was sealed for another place or under another secret. */
export function openSealed(
  deps: Pick<Deps, 'config'>,
  { purpose, of }: SealedPlace,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag, rest] = [
    bytes.subarray(0, ivBytes),
    bytes.subarray(ivBytes, ivBytes + tagBytes),
    bytes.subarray(ivBytes + tagBytes),
  ];
  const opening = createDecipheriv(cipher, keyFor(deps, purpose), iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(of))
    .setAuthTag(tag);
  return Buffer.concat([opening.update(rest), opening.final()]).toString('utf8');
}
