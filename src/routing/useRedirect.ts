import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Redirects to another page once there is one. Does nothing if the user has opened one meanwhile: a
 * link changes the address at once, but this page is shown until the code of the next one has
 * loaded.
 */
export function useRedirect(to: string | undefined): void {
  const navigate = useNavigate();
  const [opened] = useState(() => location.pathname);
  useEffect(() => {
    if (to !== undefined && location.pathname === opened) void navigate(to, { replace: true });
  }, [navigate, opened, to]);
}
