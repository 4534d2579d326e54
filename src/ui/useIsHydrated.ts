import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns what only the browser knows. HTML of the server, and its hydration, have the other value,
 * so that both agree.
 */
export const useBrowserValue = <T>(inBrowser: () => T, onServer: () => T): T =>
  useSyncExternalStore(never, inBrowser, onServer);

/** Returns false in HTML of the server until scripts have hydrated it. */
export const useIsHydrated = (): boolean =>
  useBrowserValue(
    () => true,
    () => false,
  );
