import type { FormSession, LoginRequired } from '#schemas/assistants.ts';

/** Gets a session where a PIN comes first; rejects with an ApiError. */
export type Login = (required: LoginRequired, workflowKey: string) => Promise<FormSession>;

/**
 * The token of the form being filled in. It lives in memory only: with the workflow's key, which the draft keeps, a
 * reload gets a fresh one.
 */
let session: FormSession | undefined;
let login: Login | undefined;

export const formSession = {
  current: (): FormSession | undefined => session,
  set: (next: FormSession | undefined): void => { session = next; },
  /** Asks for the PIN when a token has ended; the page that shows the form knows how. */
  login: (): Login | undefined => login,
  setLogin: (next: Login | undefined): void => { login = next; },
};
