import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { sendPendingLogouts } from '#src/api/access/sessions.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { usersApi } from '#src/api/access/users.ts';
import { navigation } from '#src/routing/navigation.ts';
import { readStored, writeStored, writeTabChoice } from '#src/device/storage.ts';
import { useOnce } from '#src/forms/useOnce.ts';

/** true for the user whose session expired here; their registration continues */
const isBack = (hashUserKey: string, userId: string): boolean =>
  readStored('unregisteredSession')?.user.userId === userId &&
  readStored('registration')?.hashUserKey === hashUserKey;

/** Logs in with an invitation's PIN and starts the registration. Rejects with an ApiError. */
export function usePinEntry(hashUserKey: string): (pin: string) => Promise<void> {
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  return async (password) => {
    await sendPendingLogouts();
    try {
      const body = { key: hashUserKey, password };
      const session = await once(body, (idempotencyKey) =>
        dispatch(
          usersApi.endpoints.loginAdhoc.initiate({ body, idempotencyKey }, { track: false }),
        ).unwrap(),
      );
      if (!isBack(hashUserKey, session.user.userId)) {
        writeStored('registration', { hashUserKey, page: 'welcome' });
        writeTabChoice('chosenUsername', undefined); // may belong to another invitation
        // a stored target belongs to an earlier user; an invited user registers first
        writeTabChoice('returnUrl', undefined);
        dispatch(navigation.actions.loggedIn());
      }
      userSessions.start('unregistered', session);
    } catch (error) {
      // Registered or withdrawn meanwhile; the guards redirect.
      if (hasReason(error, 'alreadyRegistered') || hasReason(error, 'linkExpired'))
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
