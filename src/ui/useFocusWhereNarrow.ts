import { useEffect, useRef } from 'react';
import { useMediaQuery } from './useMediaQuery.ts';

/** Moves the focus to the title of an opened item on narrow screens, where it replaces the list. */
export function useFocusWhereNarrow(itemId: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useMediaQuery('(max-width: 1023px)');
  useEffect(() => {
    if (isNarrow && itemId !== undefined) heading.current?.focus();
  }, [isNarrow, itemId]);
  return heading;
}
