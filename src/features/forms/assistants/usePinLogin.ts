import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  loginWithPin,
  type FormSession,
  type LoginRequired,
  type PinPageData,
} from '#schemas/forms/assistants.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { isFinal, isNetworkError, getProblem, type ApiError } from '#src/api/client/errors.ts';
import type { Login } from '#src/api/client/formSession.ts';

/** A pending PIN request. */
export type PinRequest = {
  required: LoginRequired;
  /** The page that the server has rendered. */
  page?: PinPageData | undefined;
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

/** A promise of the first request. The visitor may give a PIN before that. */
function createArrival() {
  let resolve: (waiting: Waiting) => void = () => undefined;
  const promise = new Promise<Waiting>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Asks for a form's PIN on demand; afterwards a cookie renews the session. `login` waits for the
 * PIN, and `getRequest` returns what to show meanwhile. While the form is opening, that may be the
 * page of the server.
 */
export function usePinLogin(
  idempotencyKey: string,
  page: PinPageData | undefined,
): { login: Login; getRequest: (state: string) => PinRequest | undefined } {
  const intl = useIntl();
  const [waiting, setWaiting] = useState<Waiting>();
  const [shown, setShown] = useState(page);
  const [arrival] = useState(createArrival);
  const attempts = useRef(0);

  function tryPin(key: string, password: string): Promise<FormSession> {
    attempts.current += 1;
    return fetchReply(loginWithPin, {
      body: { key, password, attempt: attempts.current },
      idempotencyKey,
    });
  }

  const login = useCallback<Login>(
    (required, key) =>
      new Promise((resolve, reject) => {
        const next = { required, key, resolve, reject };
        setWaiting(next);
        arrival.resolve(next);
      }),
    [arrival],
  );

  useEffect(() => () => waiting?.reject(new DOMException('left', 'AbortError')), [waiting]);

  function settle() {
    setWaiting(undefined);
    setShown(undefined);
  }

  async function submit(pin: string): Promise<void> {
    const { key, resolve, reject } = waiting ?? (await arrival.promise);
    try {
      resolve(await tryPin(key, pin));
    } catch (error) {
      if (mayTryAgain(error)) throw error;
      reject(error);
    }
    settle();
  }

  function cancel() {
    waiting?.reject(createUnauthorized(intl.formatMessage({ id: 'pin.again.needed' })));
    settle();
  }

  function getRequest(state: string): PinRequest | undefined {
    const required = waiting?.required ?? (state === 'loading' ? shown?.required : undefined);
    return required && { required, page: shown, submit, cancel };
  }

  return { login, getRequest };
}
