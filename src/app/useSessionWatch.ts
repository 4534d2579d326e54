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
import { navigation, type NavigationState } from '#src/routing/navigation.ts';

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
    if (user === undefined) return forgetUser(dispatch, hasLoggedOut ? 'here' : 'elsewhere');
    clearResponses(dispatch);
    dispatch(navigation.actions.pushedToDashboard());
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
