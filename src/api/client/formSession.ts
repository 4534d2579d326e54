import {
  accessProcess,
  isLoginRequired,
  type FormAccess,
  type FormSession,
  type LoginRequired,
} from '#schemas/forms/assistants.ts';
import { toApiError, type ApiError } from './errors.ts';
import type { TokenKeeper } from './tokens.ts';

/** Opens a session after a PIN; rejects with an ApiError. */
export type Login = (required: LoginRequired, workflowKey: string) => Promise<FormSession>;

type Deferred = { promise: Promise<void>; resolve: () => void };

function createDeferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * The token of the open form, in memory only. After a reload the workflow key in the draft gets a
 * new one.
 */
let session: FormSession | undefined;
let login: Login | undefined;
let pending: Deferred | undefined;

function settle(): void {
  pending?.resolve();
  pending = undefined;
}

export const formSession = {
  set: (next: FormSession | undefined): void => {
    session = next;
    if (next) settle();
  },
  /**
   * Calls of the form wait from now on until its session is set, or does not come. Returns the
   * function that ends the waiting.
   */
  expect: (): (() => void) => {
    pending ??= createDeferred();
    return settle;
  },
  settle,
  /** Resolves once an expected session is there. */
  untilSettled: (): Promise<void> | undefined => pending?.promise,
  /** Sets the dialog that asks for the PIN when a token has expired. */
  setLogin: (next: Login | undefined): void => {
    login = next;
  },
};

/** The token of a form. A refusal needs no action: its session ends on the server. */
export const formTokens: TokenKeeper = {
  kind: 'form',
  token: () => session?.accessToken,
  isDue: () => false,
  async renew(used, callJson) {
    if (!session || session.accessToken !== used) return { data: undefined };
    const { workflowKey } = session;
    const outcome = await callJson({ endpoint: accessProcess, body: { workflowKey } });
    if ('error' in outcome) return outcome;
    const access = outcome.data as FormAccess;
    if (isLoginRequired(access) && !login) return { error: toApiError(401, undefined) };
    try {
      session = isLoginRequired(access) ? await login?.(access, workflowKey) : access;
      return outcome;
    } catch (error) {
      return { error: error as ApiError }; // Login rejects with an ApiError
    }
  },
  refused: () => undefined,
};
