import type { FormSession } from '#schemas/assistants.ts';

/**
 * The token of the form being filled in. It lives in memory only: with the workflow's key, which the draft keeps, a
 * reload gets a fresh one.
 */
let session: FormSession | undefined;

export const formSession = {
  current: (): FormSession | undefined => session,
  set: (next: FormSession | undefined): void => { session = next; },
};
