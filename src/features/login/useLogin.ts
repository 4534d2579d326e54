import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { failedWith, problemOf } from '#src/api/errors.ts';
import { sayLogouts, sessionsApi } from '#src/api/sessions.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { navigation } from '#src/lib/navigation.ts';
import { readStored, removeStored, writeStored } from '#src/lib/storage.ts';

/** Logs in with what the form has; rejects with an ApiError. A lock is kept, so that it outlives a reload. */
export function useLogin(): (answers: Record<string, unknown>) => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  return async ({ Username, Password }) => {
    if (!readStored('consentAcceptedAt')) writeStored('consentAcceptedAt', new Date().toISOString()); // product.md §2.4, Login
    await sayLogouts();
    try {
      const session = await dispatch(sessionsApi.endpoints.login.initiate({ body: { Username: String(Username), Password: String(Password) } }, { track: false })).unwrap();
      removeStored('loginLockedUntil');
      dispatch(navigation.actions.loggedIn());
      userSessions.start('registered', session);
    } catch (error) {
      const { nextPossibleRetry } = problemOf(error) ?? {};
      if (failedWith(error, 'loginLocked') && nextPossibleRetry) writeStored('loginLockedUntil', nextPossibleRetry);
      throw error;
    }
  };
}
