import { useEffect, useEffectEvent } from 'react';

/** Calls `onOnline` when the browser is online again. */
export function useOnline(onOnline: () => void): void {
  const handleOnline = useEffectEvent(onOnline);
  useEffect(() => {
    const handle = () => handleOnline();
    addEventListener('online', handle);
    return () => removeEventListener('online', handle);
  }, []);
}
