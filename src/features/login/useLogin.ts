import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { SecondStep, UserSession } from '#schemas/sessions.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { failedWith, problemOf } from '#src/api/errors.ts';
import { sayLogouts, sessionsApi } from '#src/api/sessions.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { keepLock } from '#src/lib/loginLocks.ts';
import { navigation } from '#src/lib/navigation.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { askPasskey } from '#src/lib/passkeys.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';

type Login = {
  /** With what the form has; answers the second step where there is one. */
  logIn: (answers: Record<string, unknown>) => Promise<SecondStep | undefined>;
  /** The second step, by a code. */
  confirm: (step: SecondStep, code: string) => Promise<void>;
  /** By a passkey: the second step where there is one, else alone. Rejects with a PasskeyError as well. */
  byPasskey: (step?: SecondStep) => Promise<void>;
};

const { login, giveSecondFactor, startPasskeyLogin, loginByPasskey } = sessionsApi.endpoints;

/** Both steps of a login; they reject with an ApiError. A lock is kept, so that it outlives a reload. */
export function useLogin(): Login {
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  /** whose login it is, in both steps of it */
  const name = useRef('');

  async function follow(
    answered: Promise<UserSession | SecondStep>,
  ): Promise<SecondStep | undefined> {
    try {
      const answer = await answered;
      keepLock(name.current, undefined);
      if ('challenge' in answer) return answer;
      dispatch(navigation.actions.loggedIn());
      userSessions.start('registered', answer);
      return undefined;
    } catch (error) {
      const { nextPossibleRetry } = problemOf(error) ?? {};
      if (failedWith(error, 'loginLocked') && nextPossibleRetry)
        keepLock(name.current, nextPossibleRetry);
      if (failedWith(error, 'wrongCredentials')) keepLock(name.current, undefined); // whoever is told so is not locked: what was over need not stand there any longer
      throw error;
    }
  }

  async function begin(): Promise<void> {
    if (!readStored('consentAcceptedAt'))
      writeStored('consentAcceptedAt', new Date().toISOString()); // product.md §2.4, Login
    await sayLogouts();
  }

  return {
    async logIn({ Username, Password }) {
      await begin();
      name.current = String(Username);
      return follow(
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
      await follow(
        once(body, (idempotencyKey) =>
          dispatch(giveSecondFactor.initiate({ body, idempotencyKey }, { track: false })).unwrap(),
        ),
      );
    },
    async byPasskey(step) {
      await begin();
      const first = step ? { challenge: step.challenge } : {};
      const { options } = await dispatch(
        startPasskeyLogin.initiate({ body: first }, { track: false }),
      ).unwrap();
      const body = { ...first, credential: await askPasskey(options) };
      await follow(
        once(body, (idempotencyKey) =>
          dispatch(loginByPasskey.initiate({ body, idempotencyKey }, { track: false })).unwrap(),
        ),
      );
    },
  };
}
