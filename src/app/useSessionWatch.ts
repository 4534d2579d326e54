import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { forgetAnswers, forgetLoggedOut, forgetUser, sayLogouts } from '#src/api/sessions.ts';
import { useOwnerId } from '#src/api/useUser.ts';
import { navigation, type NavigationState } from '#src/lib/navigation.ts';

/** Keeps what this tab shows to whoever is logged in now, also when another tab logs in or out. */
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
    forgetAnswers(dispatch);
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
    const handleOnline = () => void sayLogouts();
    handleOnline();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
}
