import { useEffect, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { logOut } from '#src/api/sessions.ts';
import { navigation } from '#src/lib/navigation.ts';
import type { Place } from '#src/lib/routes.ts';
import { readTabChoice, writeTabChoice } from '#src/lib/storage.ts';
import { redirectFor, type GuardState, type Verdict } from './guards.ts';

type GuardProps = {
  state: GuardState;
  place: Place;
  forbidden: ReactNode;
  waiting: ReactNode;
  children: ReactNode;
};

/** Shows a page to whoever may see it, and leads everyone else where the guards want them. */
export function Guard({ state, place, forbidden, waiting, children }: GuardProps) {
  const dispatch = useDispatch();
  const verdict = redirectFor(state, place);
  const hasArrived = !verdict && state.push !== undefined;
  useEffect(() => {
    if (hasArrived) dispatch(navigation.actions.arrived());
  }, [hasArrived, dispatch]);
  if (!verdict) return children;
  if (!('show' in verdict)) return <Follow key={place.url} verdict={verdict} url={place.url} />;
  return verdict.show === 'forbidden' ? forbidden : waiting;
}

function Follow({ verdict, url }: { verdict: Exclude<Verdict, { show: string }>; url: string }) {
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  useEffect(() => {
    if ('leaveFor' in verdict) return location.replace(verdict.leaveFor);
    const { go, remembering, loggingOut } = verdict;
    if (loggingOut) logOut(dispatch);
    if (remembering) writeTabChoice('returnUrl', url);
    else if ([go, url].includes(readTabChoice('returnUrl') ?? ''))
      writeTabChoice('returnUrl', undefined); // reached, or nobody may be there
    dispatch(navigation.actions.arrived());
    void navigate(go, { replace: true });
  }, [verdict, url, dispatch, navigate]);
  return null;
}
