import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { FormSession, LoginRequired } from '#schemas/assistants.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { isFinal, isNetworkError, problemOf, type ApiError } from '#src/api/errors.ts';
import type { Login } from '#src/api/formSession.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';

/** PINs that were right, by form: in this tab's memory and nowhere else, so that one is not asked for twice. */
const rightPins = new Map<string, string>();

/** A form that waits for its PIN. */
export type PinRequest = {
  required: LoginRequired;
  /** Rejects with an ApiError where another try may open it. */
  submit: (pin: string) => Promise<void>;
  /** Nobody gives one: what waited for it fails. */
  cancel: () => void;
};

type Waiting = {
  required: LoginRequired;
  key: string;
  resolve: (session: FormSession) => void;
  reject: (error: unknown) => void;
};

/** Another try may open it: a wrong or void PIN, no access, too many tries, or no answer. The rest is not about the PIN. */
const mayTryAgain = (error: unknown): boolean =>
  isNetworkError(error) ||
  !isFinal(error) ||
  ['falsePin', 'pinVoid', 'noAccess', 'tooManyRequests'].includes(problemOf(error)?.reason ?? '');

/** Asks for a form's PIN when it is needed. `login` waits for the right one; meanwhile `request` says what to show. */
export function usePinLogin(
  form: string,
  idempotencyKey: string,
): { login: Login; request: PinRequest | undefined } {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const [waiting, setWaiting] = useState<Waiting>();
  const attempts = useRef(0);

  const tryPin = useCallback(
    async (key: string, password: string): Promise<FormSession> => {
      attempts.current += 1;
      return dispatch(
        assistantsApi.endpoints.loginWithPin.initiate({
          body: { key, password, attempt: attempts.current },
          idempotencyKey,
        }),
      ).unwrap();
    },
    [dispatch, idempotencyKey],
  );

  const login = useCallback<Login>(
    async (required, key) => {
      const known = rightPins.get(form);
      if (known) {
        const again = await tryPin(key, known).catch((error: unknown) => {
          if (!mayTryAgain(error)) throw error;
          rightPins.delete(form);
        });
        if (again) return again;
      }
      return new Promise((resolve, reject) => setWaiting({ required, key, resolve, reject }));
    },
    [form, tryPin],
  );

  useEffect(() => () => waiting?.reject(new DOMException('left', 'AbortError')), [waiting]);

  function settle(how: (waiting: Waiting) => void) {
    if (waiting) how(waiting);
    setWaiting(undefined);
  }

  async function submit(pin: string): Promise<void> {
    if (!waiting) return;
    try {
      const session = await tryPin(waiting.key, pin);
      rightPins.set(form, pin);
      settle(({ resolve }) => resolve(session));
    } catch (error) {
      if (mayTryAgain(error)) throw error;
      settle(({ reject }) => reject(error));
    }
  }

  function cancel() {
    const problem = {
      reason: 'unauthorized',
      reasonMessage: intl.formatMessage({ id: 'pin.again.needed' }),
    };
    settle(({ reject }) =>
      reject({
        status: 401,
        problem,
        isAuthenticationError: true,
        isConflict: false,
      } satisfies ApiError),
    );
  }

  return { login, request: waiting && { required: waiting.required, submit, cancel } };
}
