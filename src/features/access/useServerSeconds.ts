import { useEffect, useState } from 'react';
import { secondMs } from '#schemas/platform/time.ts';
import { askServerTime } from '#src/api/client/config.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { useServerClock } from '#src/device/useServerClock.ts';

/**
 * Returns the seconds until an instant in ms by the server's clock: 0 afterwards, undefined without
 * an instant. A page that is shown again asks for the time, because the device may have slept.
 */
export function useServerSeconds(until: number | undefined): number | undefined {
  const version = useServerClock();
  const [now, setNow] = useState(getServerNow);
  const left = until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / secondMs));
  const isRunning = left !== undefined && left > 0;

  useEffect(() => {
    if (until === undefined) return undefined;
    const tick = () => setNow(getServerNow());
    const ask = () => {
      if (document.visibilityState === 'visible') void askServerTime();
    };
    tick();
    if (!isRunning) return undefined;
    ask();
    const timer = setInterval(tick, secondMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [until, isRunning, version]);

  return left;
}
