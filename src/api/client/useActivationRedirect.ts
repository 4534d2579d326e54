import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#src/routing/paths.ts';
import { hasReason } from './errors.ts';

/**
 * Redirects to the activation of a locked account, which returns to this page. Returns true for an
 * error of a locked account.
 */
export function useActivationRedirect(error: unknown, accountId: string | undefined): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // A cached error may be older than the activation. The query is running again.
  const [cachedError] = useState(error);
  const isLocked = hasReason(error, 'activationRequired');
  const mustActivate = isLocked && error !== cachedError;
  const redirect = useEffectEvent(() => {
    if (accountId !== undefined)
      void navigate(paths.activation(accountId), {
        replace: true,
        state: { lockedPage: pathname + search },
      });
  });
  useEffect(() => {
    if (mustActivate) redirect();
  }, [mustActivate]);
  return isLocked;
}
