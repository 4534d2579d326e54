import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { FormSession, LoginRequired } from '#schemas/forms/assistants.ts';
import { assistantsApi } from '#src/api/forms/assistants.ts';
import { isFinal, isNetworkError, getProblem, type ApiError } from '#src/api/client/errors.ts';
import type { Login } from '#src/api/client/formSession.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';

/** Accepted PINs by form, in memory only, so that a renewal does not ask again. */
const rightPins = new Map<string, string>();

/** A pending PIN request. */
export type PinRequest = {
  required: LoginRequired;
  /** Rejects with an ApiError when another attempt may succeed. */
  submit: (pin: string) => Promise<void>;
  /** Cancels, so that waiting calls fail. */
  cancel: () => void;
};

type Waiting = {
  required: LoginRequired;
  key: string;
  resolve: (session: FormSession) => void;
  reject: (error: unknown) => void;
};

/** Returns true for errors that another PIN may solve; others are not about the PIN. */
const mayTryAgain = (error: unknown): boolean =>
  isNetworkError(error) ||
  !isFinal(error) ||
  ['falsePin', 'pinVoid', 'noAccess', 'tooManyRequests'].includes(getProblem(error)?.reason ?? '');

const createUnauthorized = (reasonMessage: string): ApiError => ({
  status: 401,
  problem: { reason: 'unauthorized', reasonMessage },
  isAuthenticationError: true,
  isConflict: false,
});

/** Asks for a form's PIN on demand. `login` waits for it; `request` is what to show meanwhile. */
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
    const error = createUnauthorized(intl.formatMessage({ id: 'pin.again.needed' }));
    settle(({ reject }) => reject(error));
  }

  return { login, request: waiting && { required: waiting.required, submit, cancel } };
}
