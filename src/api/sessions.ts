import type { Args, Reply } from '#schemas/endpoint.ts';
import { giveSecondFactor, loginByPasskey, startPasskeyLogin } from '#schemas/secondFactor.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  userSessionKinds,
  type UserSession,
} from '#schemas/sessions.ts';
import { navigation } from '#src/lib/navigation.ts';
import { forgetWritten } from '#src/lib/outbox.ts';
import { clearAtLogout, readStored, removeStored, writeStored } from '#src/lib/storage.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';
import { callJson } from './call.ts';
import type { AppDispatch } from './dispatch.ts';
import { formSession } from './formSession.ts';
import { forgetLoaded } from './loadedFiles.ts';
import { userSessions } from './userSessions.ts';

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

let saying: Promise<void> | undefined;

async function say(): Promise<void> {
  for (const kind of readStored('unsaidLogouts') ?? []) {
    const outcome = await callJson({ endpoint: logout, body: { kind } });
    if ('error' in outcome) return; // said at the next start, or with the net
    userSessions.logoutSaid(kind);
  }
}

/** Tells the server of logins that have ended on this device. A login waits for it: its own cookie must not be the one that ends. */
export function sayLogouts(): Promise<void> {
  saying ??= say().finally(() => {
    saying = undefined;
  });
  return saying;
}

/** Removes what those wrote who have logged out here. A page may go before its browser has done so: the next one goes on with it. */
export async function forgetLoggedOut(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve)); // views that go keep their last words as they do
  for (const userId of readStored('loggedOutUsers') ?? []) {
    await forgetWritten(userId);
    const left = (readStored('loggedOutUsers') ?? []).filter((other) => other !== userId);
    if (left.length > 0) writeStored('loggedOutUsers', left);
    else removeStored('loggedOutUsers');
  }
}

/** What was loaded for somebody is nothing for the next one. */
export function forgetAnswers(dispatch: AppDispatch): void {
  dispatch(api.util.resetApiState());
  forgetLoaded();
}

/** What every tab forgets when somebody logs out. */
export function forgetUser(dispatch: AppDispatch, where: 'here' | 'elsewhere'): void {
  formSession.set(undefined);
  dispatch(navigation.actions.loggedOut(where));
  forgetAnswers(dispatch);
}

/** Ends the logins of this device, off the net too: the server is told as soon as it can be. */
export function logOut(dispatch: AppDispatch): void {
  const kinds = userSessionKinds.filter((kind) => readStored(`${kind}Session`));
  writeStored('loggedOutUsers', [
    ...new Set([
      ...(readStored('loggedOutUsers') ?? []),
      ...kinds.flatMap((kind) => readStored(`${kind}Session`)?.user.userId ?? []),
    ]),
  ]);
  writeStored('unsaidLogouts', [...new Set([...(readStored('unsaidLogouts') ?? []), ...kinds])]);
  clearAtLogout();
  forgetUser(dispatch, 'here');
  void forgetLoggedOut();
  void sayLogouts();
}
