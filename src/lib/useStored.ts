import { useCallback, useSyncExternalStore } from 'react';
import { onStoredChange, readStored, type Stored, type StoredKey } from './storage.ts';

/** What the browser keeps under a key, as it is now; other tabs may change it too. A page that the server draws knows of none. */
export function useStored<K extends StoredKey>(key: K): Stored<K> | undefined {
  return useSyncExternalStore(
    onStoredChange,
    useCallback(() => readStored(key), [key]),
    () => undefined,
  );
}
