import { useEffect, useRef } from 'react';
import { getSectionId } from '../context/ids.ts';
import { focusControl, type SummaryItem } from '../errors/ErrorSummary.tsx';
import type { Steps } from '../navigation/useSteps.ts';

/** Focuses the title of a new step, or the control of the error whose link was clicked. */
export function useStepFocus(steps: Steps): {
  current: string | undefined;
  goTo: (item: SummaryItem) => void;
} {
  const current = steps.list[steps.current]?.id;
  const shown = useRef(current);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    if (wanted.current !== undefined) focusControl(wanted.current);
    else document.getElementById(getSectionId(current ?? ''))?.focus();
    wanted.current = undefined;
  }, [current]);

  function goTo({ controlId, page }: SummaryItem) {
    if (page === undefined || page === current) return focusControl(controlId);
    wanted.current = controlId;
    steps.go(page);
  }

  return { current, goTo };
}
