import { useEffect, useState } from 'react';
import { formLimits } from '#schemas/forms/limits.ts';

/** Debounces a text for screen readers. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    if (text === debounced) return undefined;
    const timer = setTimeout(() => setDebounced(text), formLimits.announceDelayMs);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  return debounced;
}
