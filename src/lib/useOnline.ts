import { useEffect, useEffectEvent } from 'react';

/** Does something once the browser is back on the net. */
export function useOnline(onOnline: () => void): void {
  const handleOnline = useEffectEvent(onOnline);
  useEffect(() => {
    const handle = () => handleOnline();
    addEventListener('online', handle);
    return () => removeEventListener('online', handle);
  }, []);
}
