import { sessionLimits } from '#schemas/access/limits.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserSessionKind } from '#schemas/platform/endpoint.ts';
import type { UserData } from '#schemas/access/users.ts';
import { loggedOutCookie } from '#schemas/portal/firstReplies.ts';
import { setMarkerCookie } from '#src/device/markerCookie.ts';
import { getDeviceNow } from '#src/device/serverClock.ts';
import {
  onStoredChange,
  readStored,
  removeStored,
  writeStored,
  type KeptSession,
} from '#src/device/storage.ts';
import { runWithLock } from '#src/device/webLock.ts';
import { toApiError, networkError } from './errors.ts';
import type { CallJson } from './request.ts';
import type { Outcome } from './sendWithRetries.ts';
import type { TokenKeeper } from './tokens.ts';

const { accessTokenSeconds, otherTabMs, refreshAheadSeconds } = sessionLimits;
const getKey = (kind: UserSessionKind) => `${kind}Session` as const;

/** A session that the server has not refused. */
export type LiveSession = Exclude<KeptSession, { hasEnded: true }>;

export const isLive = (kept: KeptSession | undefined): kept is LiveSession =>
  kept !== undefined && !('hasEnded' in kept);

const keepLive = (kind: UserSessionKind): LiveSession | undefined => {
  const kept = readStored(getKey(kind));
  return isLive(kept) ? kept : undefined;
};

/** The sessions of this device, shared by all tabs. */
export const userSessions = {
  live: keepLive,
  /**
   * Stores a session in place of the one before. A pending logout is dropped, because it would end
   * the new session. An expired session of the other kind is dropped: it may belong to another
   * user.
   */
  start(kind: UserSessionKind, session: UserSession): void {
    userSessions.removePendingLogout(kind);
    const other = getKey(kind === 'registered' ? 'unregistered' : 'registered');
    if (!isLive(readStored(other))) removeStored(other);
    writeStored(getKey(kind), { ...session, receivedAt: getDeviceNow() });
  },
  /** Updates the user before the next token carries the change. */
  update(kind: UserSessionKind, change: Partial<UserData>): void {
    const kept = keepLive(kind);
    if (kept) writeStored(getKey(kind), { ...kept, user: { ...kept.user, ...change } });
  },
  /** Makes the next call renew the token first, which brings the user as the server knows them. */
  renewSoon(kind: UserSessionKind): void {
    const kept = keepLive(kind);
    if (kept) writeStored(getKey(kind), { ...kept, receivedAt: 0 });
  },
  /** Keeps logouts until the server knows them; its pages contain no data meanwhile. */
  addPendingLogouts(kinds: readonly UserSessionKind[]): void {
    const all = new Set([...(readStored('pendingLogouts') ?? []), ...kinds]);
    writeStored('pendingLogouts', [...all]);
    setMarkerCookie(loggedOutCookie, true);
  },
  /** Removes the pending logout of this kind once the server knows it. */
  removePendingLogout(kind: UserSessionKind): void {
    const pending = readStored('pendingLogouts');
    if (!pending) return;
    const left = pending.filter((other) => other !== kind);
    if (left.length > 0) return writeStored('pendingLogouts', left);
    removeStored('pendingLogouts');
    setMarkerCookie(loggedOutCookie, false);
  },
  /**
   * Marks a session as refused. The user id stays, so that the same user finds their drafts after a
   * login.
   */
  end(kind: UserSessionKind): void {
    const { user } = keepLive(kind) ?? {};
    if (user)
      writeStored(getKey(kind), {
        hasEnded: true,
        user: { userId: user.userId, username: user.username },
      });
  },
};

/** Waits for the token of another tab: its storage event arrives after its lock is released. */
const waitUntilChanged = (kind: UserSessionKind, used: string): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      stopListening();
      clearTimeout(timer);
      resolve();
    };
    const settleWhenChanged = () => {
      if (keepLive(kind)?.accessToken !== used) settle();
    };
    const timer = setTimeout(settle, otherTabMs);
    const stopListening = onStoredChange(settleWhenChanged);
    settleWhenChanged();
  });

const waitForOtherTabs = () =>
  new Promise((resolve) => {
    setTimeout(resolve, otherTabMs);
  });

/**
 * Renews a token in one tab at a time. The first tab keeps the lock until the others can read the
 * new token. A tab that still reads the old one waits instead of renewing again.
 */
async function runInTurn(
  kind: UserSessionKind,
  used: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const name = `formakte.refresh:${kind}`;
  const outcome = await new Promise<Outcome | undefined>((resolve, reject) => {
    runWithLock(name, { ifAvailable: true }, async (isHeld) => {
      const own = isHeld ? await work() : undefined;
      resolve(own);
      if (own && 'data' in own) await waitForOtherTabs();
    }).catch(reject);
  });
  if (outcome) return outcome;
  await waitUntilChanged(kind, used);
  if (keepLive(kind)?.accessToken !== used) return work();
  return runWithLock(name, {}, async () => {
    await waitUntilChanged(kind, used);
    return work();
  });
}

async function refresh(kind: UserSessionKind, used: string, callJson: CallJson): Promise<Outcome> {
  if (keepLive(kind)?.accessToken !== used)
    return keepLive(kind) ? { data: undefined } : { error: toApiError(401, undefined) };
  // a chunk of its own: visitors without a session do not load it
  const contract = await import('#schemas/access/sessions.ts').catch(() => undefined);
  if (!contract) return { error: networkError };
  const outcome = await callJson({ endpoint: contract.refreshSession, body: { kind } });
  if (keepLive(kind)?.accessToken !== used) return outcome; // logged out or in again meanwhile
  if ('data' in outcome) userSessions.start(kind, outcome.data as UserSession);
  else if (outcome.error.isAuthenticationError) userSessions.end(kind);
  return outcome;
}

export const getUserTokens = (kind: UserSessionKind): TokenKeeper => ({
  kind,
  token: () => keepLive(kind)?.accessToken,
  isDue() {
    const ageSeconds = (getDeviceNow() - (keepLive(kind)?.receivedAt ?? 0)) / 1000;
    // Negative if the device's clock was set back. The clocks of two tabs differ by little.
    return (
      ageSeconds < -refreshAheadSeconds || ageSeconds > accessTokenSeconds - refreshAheadSeconds
    );
  },
  renew: (used, callJson) => runInTurn(kind, used, () => refresh(kind, used, callJson)),
  refused: () => userSessions.end(kind),
});
