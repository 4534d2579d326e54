import { useEffect, useRef, useState } from 'react';

/**
 * Focuses the heading of a section after a change, because the pressed button may be removed.
 * It waits until the dialog has returned the focus.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) heading.current?.focus();
  }, [changes]);
  return { heading, focusHeading: () => setChanges((before) => before + 1) };
}
