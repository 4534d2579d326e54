import { minuteMs } from '#schemas/platform/time.ts';
import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { deleteUsedTokensBefore, insertUsedToken } from './repository.ts';
import { unseal, seal } from './sealing.ts';

/** A purpose of tokens and their time to live. A token of one kind is invalid for another. */
export type TokenKind = { name: string; minutes: number };

const getSealContext = ({ name }: TokenKind) => ({ purpose: 'token', id: name });
const getExpiry = ({ clock }: Pick<Deps, 'clock'>, { minutes }: TokenKind): string =>
  new Date(clock.now().getTime() + minutes * minuteMs).toISOString();

/** Creates an encrypted, expiring token in base64url. The server stores nothing of it. */
export const createToken = (
  deps: Pick<Deps, 'config' | 'clock'>,
  kind: TokenKind,
  content: object,
): string =>
  seal(deps, getSealContext(kind), JSON.stringify({ ...content, until: getExpiry(deps, kind) }));

/** Decrypts a token; undefined for one that is expired, forged or of another kind. */
export function readToken<T extends object>(
  deps: Pick<Deps, 'config' | 'clock'>,
  kind: TokenKind,
  token: string,
): T | undefined {
  try {
    // Only createToken can have sealed it, so its type is known.
    const content = JSON.parse(unseal(deps, getSealContext(kind), token)) as T & { until: string };
    return content.until > deps.clock.now().toISOString() ? content : undefined;
  } catch {
    return undefined; // forged, or of another kind
  }
}

/**
 * Marks a token as used; true for the first of several concurrent calls only. Its bytes are
 * hashed, because base64url has several spellings of the same bytes.
 */
export const consumeToken = (
  deps: Pick<Deps, 'db' | 'clock'>,
  kind: TokenKind,
  token: string,
): Promise<boolean> =>
  insertUsedToken(deps.db, {
    hash: createHash('sha256').update(Buffer.from(token, 'base64url')).digest('hex'),
    validUntil: getExpiry(deps, kind),
  });

export const deleteExpiredTokens = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteUsedTokensBefore(db, clock.now().toISOString());
