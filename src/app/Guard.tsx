import { useEffect, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { navigation } from '#src/routing/navigation.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { readTabChoice, writeTabChoice } from '#src/device/storage.ts';
import { findRedirect, type GuardState, type Verdict } from '#src/routing/guards.ts';

type GuardProps = {
  state: GuardState;
  route: RouteMatch;
  forbidden: ReactNode;
  waiting: ReactNode;
  otherLogin: ReactNode;
  children: ReactNode;
};

/** Shows the page, or redirects by the rules of the guards. */
export function Guard({ state, route, children, ...shown }: GuardProps) {
  const dispatch = useDispatch();
  const verdict = findRedirect(state, route);
  const hasArrived = !verdict && state.push !== undefined;
  useEffect(() => {
    if (hasArrived) dispatch(navigation.actions.arrived());
  }, [hasArrived, dispatch]);
  if (!verdict) return children;
  if (!('show' in verdict)) return <Follow key={route.url} verdict={verdict} url={route.url} />;
  return shown[verdict.show];
}

function Follow({ verdict, url }: { verdict: Exclude<Verdict, { show: string }>; url: string }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    if ('leaveFor' in verdict) return location.replace(verdict.leaveFor);
    const { go, remembering } = verdict;
    if (remembering) writeTabChoice('returnUrl', url);
    else if ([go, url].includes(readTabChoice('returnUrl') ?? ''))
      writeTabChoice('returnUrl', undefined); // reached, or forbidden
    dispatch(navigation.actions.arrived());
    void navigate(go, { replace: true });
  }, [verdict, url, dispatch, navigate]);
  return null;
}
