import { useCallback, useEffect, useRef } from 'react';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerStore } from '#src/engine/core/answers/answerStore.ts';

/** Maximum time between the end of a tap and its click, in ms. */
const tapMs = 300;

/**
 * Validates an element on blur. While the pointer is pressed it waits for the click, because an
 * error that appears in between moves the clicked button.
 */
export function useDeferredBlur({ leave }: AnswerStore): (address: FieldAddress) => void {
  const left = useRef<Set<FieldAddress>>(undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      left.current ??= new Set();
    };
    const end = () => {
      clearTimeout(timer);
      const waiting = left.current;
      left.current = undefined;
      waiting?.forEach(leave);
    };
    const endSoon = () => {
      timer = setTimeout(end, tapMs);
    };
    const listeners = { pointerdown: begin, pointerup: endSoon, pointercancel: end, click: end };
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener, true);
    };
  }, [leave]);

  return useCallback(
    (address) => {
      if (left.current) left.current.add(address);
      else leave(address);
    },
    [leave],
  );
}
