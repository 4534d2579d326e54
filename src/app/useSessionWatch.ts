import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { api } from '#src/api/api.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { forgetLoggedOut, forgetUser, sayLogouts } from '#src/api/sessions.ts';
import { useOwnerId } from '#src/api/useUser.ts';
import { toasts } from '#src/features/toasts/slice.ts';
import { navigation } from '#src/lib/navigation.ts';
import type { GuardState } from './guards.ts';

/** Keeps what this tab shows to whoever is logged in now, also when another tab logs in or out. */
export function useSessionWatch({ isInterrupted }: GuardState): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const user = useOwnerId();
  const shownTo = useRef(user);

  useEffect(() => {
    const before = shownTo.current;
    shownTo.current = user;
    if (before === undefined || before === user) return;
    if (user === undefined) return forgetUser(dispatch);
    dispatch(api.util.resetApiState());
    dispatch(navigation.actions.pushedToDashboard());
  }, [user, dispatch]);

  useEffect(() => {
    if (isInterrupted) dispatch(toasts.actions.shown({ level: 'error', text: intl.formatMessage({ id: 'error.unauthorized' }) }));
  }, [isInterrupted, dispatch, intl]);

  useEffect(() => { void forgetLoggedOut(); }, []);

  useEffect(() => {
    const handleOnline = () => void sayLogouts();
    handleOnline();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
}
