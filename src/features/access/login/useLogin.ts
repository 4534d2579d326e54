import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { hasReason, getProblem } from '#src/api/client/errors.ts';
import { sendPendingLogouts, sessionsApi } from '#src/api/access/sessions.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { saveLock } from '#src/device/loginLocks.ts';
import { navigation } from '#src/routing/navigation.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { askPasskey } from '#src/device/passkeys.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { readStored, writeStored } from '#src/device/storage.ts';

type Login = {
  /** First step with username and password. Resolves with the second step, if there is one. */
  logIn: (answers: Record<string, unknown>) => Promise<SecondStep | undefined>;
  /** Second step with a code. */
  confirm: (step: SecondStep, code: string) => Promise<void>;
  /** Passkey, as second step or alone. Also rejects with a PasskeyError. */
  byPasskey: (step?: SecondStep) => Promise<void>;
};

const { login, giveSecondFactor, startPasskeyLogin, loginByPasskey } = sessionsApi.endpoints;

/** Stores the consent, and sends logouts that the server has not received. */
async function prepareLogin(): Promise<void> {
  if (!readStored('consentAcceptedAt'))
    writeStored('consentAcceptedAt', new Date(getServerNow()).toISOString());
  await sendPendingLogouts();
}

/** Stores or clears the lockout that an error reports. */
function saveLockFrom(error: unknown, username: string): void {
  const { nextPossibleRetry } = getProblem(error) ?? {};
  if (hasReason(error, 'loginLocked') && nextPossibleRetry) saveLock(username, nextPossibleRetry);
  // The last attempt locks. Any earlier one proves that no lock is left, so clear the stored one.
  if (hasReason(error, 'wrongCredentials') || hasReason(error, 'wrongCode'))
    saveLock(username, nextPossibleRetry);
}

/**
 * Both steps of a login. They reject with an ApiError. A lockout is stored and survives a reload.
 */
export function useLogin(username = ''): Login {
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  /** the username in both steps */
  const name = useRef(username);

  /** Starts the session, or resolves with the second step. */
  async function finish(
    response: Promise<UserSession | SecondStep>,
  ): Promise<SecondStep | undefined> {
    try {
      const answer = await response;
      saveLock(name.current, undefined);
      if ('challenge' in answer) return answer;
      dispatch(navigation.actions.loggedIn());
      userSessions.start('registered', answer);
      return undefined;
    } catch (error) {
      saveLockFrom(error, name.current);
      throw error;
    }
  }

  return {
    async logIn({ Username, Password }) {
      await prepareLogin();
      name.current = String(Username);
      return finish(
        dispatch(
          login.initiate(
            { body: { Username: String(Username), Password: String(Password) } },
            { track: false },
          ),
        ).unwrap(),
      );
    },
    async confirm({ challenge }, code) {
      const body = { challenge, code };
      await finish(
        once(body, (idempotencyKey) =>
          dispatch(giveSecondFactor.initiate({ body, idempotencyKey }, { track: false })).unwrap(),
        ),
      );
    },
    async byPasskey(step) {
      await prepareLogin();
      const first = step ? { challenge: step.challenge } : {};
      const { options } = await dispatch(
        startPasskeyLogin.initiate({ body: first }, { track: false }),
      ).unwrap();
      const body = { ...first, credential: await askPasskey(options) };
      await finish(
        once(body, (idempotencyKey) =>
          dispatch(loginByPasskey.initiate({ body, idempotencyKey }, { track: false })).unwrap(),
        ),
      );
    },
  };
}
