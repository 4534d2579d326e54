import { useLocation } from 'react-router-dom';

/** Returns the page that redirected to the activation. */
export function useLockedPage(): string | undefined {
  const state: unknown = useLocation().state;
  const page =
    typeof state === 'object' && state !== null && 'lockedPage' in state && state.lockedPage;
  return typeof page === 'string' ? page : undefined;
}
