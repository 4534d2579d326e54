import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { failedWith } from '#src/api/errors.ts';
import { sayLogouts } from '#src/api/sessions.ts';
import { userSessions } from '#src/api/userSessions.ts';
import { usersApi } from '#src/api/users.ts';
import { navigation } from '#src/lib/navigation.ts';
import { readStored, writeStored, writeTabChoice } from '#src/lib/storage.ts';
import { useOnce } from '#src/forms/useOnce.ts';

/** Whether it is they whose login has ended here: their registration goes on where it was. */
const isBack = (hashUserKey: string, userId: string): boolean =>
  readStored('unregisteredSession')?.user.userId === userId &&
  readStored('registration')?.hashUserKey === hashUserKey;

/** Logs in with an invitation's PIN and begins the registration, where the guards lead then. Rejects with an ApiError. */
export function usePinEntry(hashUserKey: string): (pin: string) => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  return async (password) => {
    await sayLogouts();
    try {
      const body = { key: hashUserKey, password };
      const session = await once(body, (idempotencyKey) =>
        dispatch(
          usersApi.endpoints.loginAdhoc.initiate({ body, idempotencyKey }, { track: false }),
        ).unwrap(),
      );
      if (!isBack(hashUserKey, session.user.userId)) {
        writeStored('registration', { hashUserKey, page: 'welcome' });
        writeTabChoice('chosenUsername', undefined); // of another invitation, perhaps
        writeTabChoice('returnUrl', undefined); // of whoever was here before, or of a page they had no login for: whoever is invited registers first
        dispatch(navigation.actions.loggedIn());
      }
      userSessions.start('unregistered', session);
    } catch (error) {
      // Registered or taken back since the page was opened: the guards lead on.
      if (failedWith(error, 'alreadyRegistered') || failedWith(error, 'linkExpired'))
        void dispatch(
          usersApi.endpoints.getInvitation.initiate(
            { params: { hashUserKey } },
            { forceRefetch: true, subscribe: false },
          ),
        );
      throw error;
    }
  };
}
