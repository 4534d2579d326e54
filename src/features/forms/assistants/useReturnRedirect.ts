import { useEffect, useEffectEvent, useState } from 'react';
import { formLimits } from '#schemas/forms/limits.ts';
import { cancelRedirect, isRedirectDue } from './sentHere.ts';

/** Signs of use. No pointerdown, because the notice would shift what is being clicked. */
const uses = ['click', 'keydown', 'wheel', 'touchmove', 'beforeprint'] as const;

export type ReturnRedirect = { isOn: boolean; hasStopped: boolean; stay: () => void };

/**
 * Redirects to the provider's website after a delay, once per submission. Any use of the page, a
 * hidden tab or a lost connection cancels it: the visitor may be reading or printing the copy.
 */
export function useReturnRedirect(
  address: string | undefined,
  submissionId: string | undefined,
): ReturnRedirect {
  const [wasDue] = useState(() => isRedirectDue(submissionId));
  const [stays, setStays] = useState(false);
  function stay() {
    cancelRedirect(submissionId);
    setStays(true);
  }
  const handleUse = useEffectEvent(stay);
  const isOn = address !== undefined && wasDue && !stays;
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = () => handleUse();
    const stayIfHidden = () => document.visibilityState === 'hidden' && handleUse();
    const timer = setTimeout(() => {
      handleUse(); // Back from the provider's website must not redirect again
      if (navigator.onLine) location.assign(address);
    }, formLimits.returnDelayMs);
    for (const use of uses) addEventListener(use, listener, { passive: true });
    document.addEventListener('visibilitychange', stayIfHidden);
    return () => {
      clearTimeout(timer);
      for (const use of uses) removeEventListener(use, listener);
      document.removeEventListener('visibilitychange', stayIfHidden);
    };
  }, [isOn, address]);
  return { isOn, hasStopped: wasDue && stays, stay };
}
