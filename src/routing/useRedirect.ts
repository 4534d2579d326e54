import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Redirects to another page once there is one. Does nothing if the user has opened one meanwhile: a
 * link changes the browser's address at once, but this page is shown until the code of the next one
 * has loaded, and can even be rendered for the first time then.
 */
export function useRedirect(to: string | undefined): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (to !== undefined && location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
}
