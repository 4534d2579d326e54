import {
  accessProcess,
  isLoginRequired,
  type FormAccess,
  type FormSession,
  type LoginRequired,
} from '#schemas/assistants.ts';
import { apiError, type ApiError } from './errors.ts';
import type { TokenKeeper } from './tokens.ts';

/** Gets a session where a PIN comes first; rejects with an ApiError. */
export type Login = (required: LoginRequired, workflowKey: string) => Promise<FormSession>;

/**
 * The token of the form being filled in. It lives in memory only: with the workflow's key, which the draft keeps, a
 * reload gets a fresh one.
 */
let session: FormSession | undefined;
let login: Login | undefined;

export const formSession = {
  set: (next: FormSession | undefined): void => {
    session = next;
  },
  /** Asks for the PIN when a token has ended; the page that shows the form knows how. */
  setLogin: (next: Login | undefined): void => {
    login = next;
  },
};

/** A form's token ends with its session at the server or not at all: nothing is to be done when it is refused. */
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
    if (isLoginRequired(access) && !login) return { error: apiError(401, undefined) };
    try {
      session = isLoginRequired(access) ? await login?.(access, workflowKey) : access;
      return outcome;
    } catch (error) {
      return { error: error as ApiError }; // what Login rejects with
    }
  },
  refused: () => undefined,
};
