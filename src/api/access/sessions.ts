import {
  type Args,
  type Reply,
  userSessionKinds,
  type UserSessionKind,
} from '#schemas/platform/endpoint.ts';
import {
  giveSecondFactor,
  loginByPasskey,
  startPasskeyLogin,
} from '#schemas/access/secondFactor.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  refreshSession,
  type UserSession,
} from '#schemas/access/sessions.ts';
import { navigation } from '#src/routing/navigation.ts';
import { deleteAllReceipts } from '#src/device/indexedDb/receipts.ts';
import { deleteQueueAndDrafts } from '#src/device/indexedDb/messageQueue.ts';
import { unsubscribeDevice } from '#src/device/push.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { clearAtLogout, readStored, removeStored, writeStored } from '#src/device/storage.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { callJson } from '#src/api/client/call.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { formSession } from '#src/api/client/formSession.ts';
import { clearFileCache } from '#src/api/client/fileCache.ts';
import { userSessions } from '#src/api/client/userSessions.ts';

export const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Reply<typeof login>, Args<typeof login>>({ query: request(login) }),
    giveSecondFactor: build.mutation<
      UserSession,
      Args<typeof giveSecondFactor> & { idempotencyKey: string }
    >({ query: request(giveSecondFactor) }),
    startPasskeyLogin: build.mutation<
      Reply<typeof startPasskeyLogin>,
      Args<typeof startPasskeyLogin>
    >({ query: request(startPasskeyLogin) }),
    loginByPasskey: build.mutation<
      UserSession,
      Args<typeof loginByPasskey> & { idempotencyKey: string }
    >({ query: request(loginByPasskey) }),
    listSessions: build.query<Reply<typeof listSessions>, Args<typeof listSessions>>({
      query: request(listSessions),
      providesTags: ['Session'],
    }),
    endSession: build.mutation<
      Reply<typeof endSession>,
      Args<typeof endSession> & { idempotencyKey: string }
    >({ query: request(endSession), invalidatesTags: ['Session'] }),
    endOtherSessions: build.mutation<Reply<typeof endOtherSessions>, Args<typeof endOtherSessions>>(
      { query: request(endOtherSessions), invalidatesTags: ['Session'] },
    ),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } =
  sessionsApi;

let sending: Promise<void> | undefined;

async function sendEach(): Promise<void> {
  for (const kind of readStored('pendingLogouts') ?? []) {
    const outcome = await callJson({ endpoint: logout, body: { kind } });
    if ('error' in outcome) return; // retried at the next start, or once online
    userSessions.removePendingLogout(kind);
  }
}

/**
 * Sends pending logouts to the server. A login waits for this: a late logout would end its cookie.
 */
export function sendPendingLogouts(): Promise<void> {
  sending ??= sendEach().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** Starts the session that a page without scripts has opened. Returns why there is none. */
export async function startPostedSession(kind: UserSessionKind): Promise<ApiError | undefined> {
  const outcome = await callJson({ endpoint: refreshSession, body: { kind } });
  if ('error' in outcome) return outcome.error;
  if (kind === 'registered' && !readStored('consentAcceptedAt'))
    writeStored('consentAcceptedAt', new Date(getServerNow()).toISOString());
  userSessions.start(kind, outcome.data as UserSession);
  return undefined;
}

/** Deletes receipts, and drafts and queued messages of users who logged out here, also after an early reload. */
export async function forgetLoggedOut(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve)); // unmounting views still save drafts
  const users = readStored('loggedOutUsers') ?? [];
  if (users.length > 0) await deleteAllReceipts();
  for (const userId of users) {
    await deleteQueueAndDrafts(userId);
    const left = (readStored('loggedOutUsers') ?? []).filter((other) => other !== userId);
    if (left.length > 0) writeStored('loggedOutUsers', left);
    else removeStored('loggedOutUsers');
  }
}

/** Clears cached responses, which belong to the user before. */
export function clearResponses(dispatch: AppDispatch): void {
  dispatch(api.util.resetApiState());
  clearFileCache();
}

/** Clears the state of this tab after a logout here or in another tab. */
export function forgetUser(dispatch: AppDispatch, where: 'here' | 'elsewhere'): void {
  formSession.set(undefined);
  dispatch(navigation.actions.loggedOut(where));
  clearResponses(dispatch);
}

/** Ends the sessions of this device, also offline: the server is notified as soon as it can be. */
export function logOut(dispatch: AppDispatch): void {
  const kinds = userSessionKinds.filter((kind) => readStored(`${kind}Session`));
  writeStored('loggedOutUsers', [
    ...new Set([
      ...(readStored('loggedOutUsers') ?? []),
      ...kinds.flatMap((kind) => readStored(`${kind}Session`)?.user.userId ?? []),
    ]),
  ]);
  userSessions.addPendingLogouts(kinds);
  clearAtLogout();
  forgetUser(dispatch, 'here');
  void forgetLoggedOut();
  void unsubscribeDevice();
  void sendPendingLogouts();
}
