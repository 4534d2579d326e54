import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { deleteUsedTokensBefore, insertUsedToken } from './repository.ts';
import { openSealed, seal } from './seal.ts';

/** What tokens of a kind are for: one kind never stands for another. */
export type TokenKind = { name: string; minutes: number };

const minuteMs = 60_000;
const placeOf = ({ name }: TokenKind) => ({ purpose: 'token', of: name });
const endOf = ({ clock }: Pick<Deps, 'clock'>, { minutes }: TokenKind): string =>
  new Date(clock.now().getTime() + minutes * minuteMs).toISOString();

/** Something that comes back soon: nobody else can have made it, nobody reads it, and nothing is stored of it. In base64url. */
export const makeToken = (
  deps: Pick<Deps, 'config' | 'clock'>,
  kind: TokenKind,
  content: object,
): string => seal(deps, placeOf(kind), JSON.stringify({ ...content, until: endOf(deps, kind) }));

/** What a token of ours holds; undefined for one that is too old, of another kind or made up. */
export function readToken<T extends object>(
  deps: Pick<Deps, 'config' | 'clock'>,
  kind: TokenKind,
  token: string,
): T | undefined {
  try {
    const content = JSON.parse(openSealed(deps, placeOf(kind), token)) as T & { until: string }; // only we can have written it
    return content.until > deps.clock.now().toISOString() ? content : undefined;
  } catch {
    return undefined; // forged or meant for something else: all the same to the caller
  }
}

/** Uses a token up, and whether it was still unused: of any number at once, one is told so. However it is spelled: its bytes count. */
export const useToken = (
  deps: Pick<Deps, 'db' | 'clock'>,
  kind: TokenKind,
  token: string,
): Promise<boolean> =>
  insertUsedToken(deps.db, {
    hash: createHash('sha256').update(Buffer.from(token, 'base64url')).digest('hex'),
    validUntil: endOf(deps, kind),
  });

/** Which tokens were used is of no use once they are too old anyway. */
export const forgetUsedTokens = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteUsedTokensBefore(db, clock.now().toISOString());
