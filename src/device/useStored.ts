import { useCallback, useSyncExternalStore } from 'react';
import { onStoredChange, readStored, type Stored, type StoredKey } from './storage.ts';

/**
 * Returns a stored value and follows its changes, also of other tabs. Undefined in server
 * rendering.
 */
export function useStored<K extends StoredKey>(key: K): Stored<K> | undefined {
  return useSyncExternalStore(
    onStoredChange,
    useCallback(() => readStored(key), [key]),
    () => undefined,
  );
}
