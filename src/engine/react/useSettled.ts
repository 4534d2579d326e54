import { useEffect, useState } from 'react';
import { limits } from '#schemas/limits.ts';

/** The text as it stood when it last stayed the same for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), limits.form.announceDelayMs);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
