import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import {
  clearResponses,
  forgetLoggedOut,
  forgetUser,
  sendPendingLogouts,
} from '#src/api/access/sessions.ts';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { readStored } from '#src/device/storage.ts';
import { navigation, type NavigationState } from '#src/routing/navigation.ts';

/** Returns true while a client who has entered a PIN logs in to accept the invitation. */
const isAcceptingInvitation = (): boolean =>
  readStored('registration')?.page === 'login' && isLive(readStored('unregisteredSession'));

/** Clears this tab's data when the user changes, here or in another tab. */
export function useSessionWatch(): void {
  const dispatch = useDispatch<AppDispatch>();
  const user = useOwnerId();
  const shownTo = useRef(user);
  const hasLoggedOut = useSelector((state: NavigationState) => state.navigation.hasLoggedOut);

  const follow = useEffectEvent((before: string | undefined) => {
    if (before === undefined && user !== undefined && hasLoggedOut)
      dispatch(navigation.actions.loggedIn());
    if (before === undefined || before === user) return;
    if (user === undefined) {
      // A logout here has done so. A second one would drop what the next page has begun to load.
      if (!hasLoggedOut) forgetUser(dispatch, 'elsewhere');
      return;
    }
    clearResponses(dispatch);
    if (!isAcceptingInvitation()) dispatch(navigation.actions.pushedToDashboard());
  });

  useEffect(() => {
    const before = shownTo.current;
    shownTo.current = user;
    follow(before);
  }, [user]);

  useEffect(() => {
    void forgetLoggedOut();
  }, []);

  useEffect(() => {
    const handleOnline = () => void sendPendingLogouts();
    handleOnline();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
}
