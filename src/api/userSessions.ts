import { limits } from '#schemas/limits.ts';
import type { UserSession, UserSessionKind } from '#schemas/sessions.ts';
import type { UserData } from '#schemas/users.ts';
import {
  onStoredChange,
  readStored,
  removeStored,
  writeStored,
  type KeptSession,
} from '#src/lib/storage.ts';
import { apiError, networkError } from './errors.ts';
import type { CallJson } from './request.ts';
import type { Outcome } from './send.ts';
import type { TokenKeeper } from './tokens.ts';

const { accessTokenSeconds, otherTabMs, refreshAheadSeconds } = limits.session;
const keyOf = (kind: UserSessionKind) => `${kind}Session` as const;

/** A login that the server has not refused so far. */
export type LiveSession = Exclude<KeptSession, { hasEnded: true }>;

export const isLive = (kept: KeptSession | undefined): kept is LiveSession =>
  kept !== undefined && !('hasEnded' in kept);

const live = (kind: UserSessionKind): LiveSession | undefined => {
  const kept = readStored(keyOf(kind));
  return isLive(kept) ? kept : undefined;
};

/** The logins of this device; every tab reads the same ones. */
export const userSessions = {
  live,
  /**
   * A login takes the place of the one before, at the server too: a logout from there that still waits to be said would end
   * this one. Nobody waits any more for a login of the other kind that has ended: it may have been somebody else's.
   */
  start(kind: UserSessionKind, session: UserSession): void {
    userSessions.logoutSaid(kind);
    const other = keyOf(kind === 'registered' ? 'unregistered' : 'registered');
    if (!isLive(readStored(other))) removeStored(other);
    writeStored(keyOf(kind), { ...session, receivedAt: Date.now() });
  },
  /** What has changed of whoever is logged in, before the next token tells it. */
  update(kind: UserSessionKind, change: Partial<UserData>): void {
    const kept = live(kind);
    if (kept) writeStored(keyOf(kind), { ...kept, user: { ...kept.user, ...change } });
  },
  /** Nothing is left to tell the server of logins of this kind that have ended here. */
  logoutSaid(kind: UserSessionKind): void {
    const left = (readStored('unsaidLogouts') ?? []).filter((other) => other !== kind);
    if (left.length > 0) writeStored('unsaidLogouts', left);
    else removeStored('unsaidLogouts');
  },
  /** The server refused it. Whose it was is kept, so that whoever logs in again finds everything as it was left. */
  end(kind: UserSessionKind): void {
    const { user } = live(kind) ?? {};
    if (user)
      writeStored(keyOf(kind), {
        hasEnded: true,
        user: { userId: user.userId, username: user.username },
      });
  },
};

/** What another tab has stored arrives a moment later than its lock is released. */
const untilChanged = (kind: UserSessionKind, used: string): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      stopListening();
      clearTimeout(timer);
      resolve();
    };
    const settleWhenChanged = () => {
      if (live(kind)?.accessToken !== used) settle();
    };
    const timer = setTimeout(settle, otherTabMs);
    const stopListening = onStoredChange(settleWhenChanged);
    settleWhenChanged();
  });

const forOtherTabs = () =>
  new Promise((resolve) => {
    setTimeout(resolve, otherTabMs);
  });

/**
 * One tab at a time: the others find the fresh token where the first has put it. The first keeps its turn until it has come
 * to them all; meanwhile a tab that still reads the used one waits for it, and asks for no other.
 */
async function inTurn(
  kind: UserSessionKind,
  used: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const locks = globalThis.navigator?.locks as LockManager | undefined; // not there without TLS
  if (!locks) return work();
  const name = `formakte.refresh:${kind}`;
  const outcome = await new Promise<Outcome | undefined>((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        const own = lock ? await work() : undefined;
        resolve(own);
        if (own && 'data' in own) await forOtherTabs();
      })
      .catch(reject);
  });
  if (outcome) return outcome;
  await untilChanged(kind, used);
  if (live(kind)?.accessToken !== used) return work();
  return locks.request(name, {}, async () => {
    await untilChanged(kind, used);
    return work();
  });
}

async function refresh(kind: UserSessionKind, used: string, callJson: CallJson): Promise<Outcome> {
  if (live(kind)?.accessToken !== used)
    return live(kind) ? { data: undefined } : { error: apiError(401, undefined) };
  const contract = await import('#schemas/sessions.ts').catch(() => undefined); // visitors without a login need none of it
  if (!contract) return { error: networkError };
  const outcome = await callJson({ endpoint: contract.refreshSession, body: { kind } });
  if (live(kind)?.accessToken !== used) return outcome; // logged out, or in again, in the meantime
  if ('data' in outcome) userSessions.start(kind, outcome.data as UserSession);
  else if (outcome.error.isAuthenticationError) userSessions.end(kind);
  return outcome;
}

/** Tokens of one kind of login. */
export const userTokens = (kind: UserSessionKind): TokenKeeper => ({
  kind,
  token: () => live(kind)?.accessToken,
  isDue() {
    const age = Date.now() - (live(kind)?.receivedAt ?? 0);
    return age < 0 || age > (accessTokenSeconds - refreshAheadSeconds) * 1000; // below 0: the device's clock was set back
  },
  renew: (used, callJson) => inTurn(kind, used, () => refresh(kind, used, callJson)),
  refused: () => userSessions.end(kind),
});
