import { useEffect, useState } from 'react';
import { formLimits } from '#schemas/forms/limits.ts';

/** The text as it stood when it last stayed the same for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), formLimits.announceDelayMs);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
