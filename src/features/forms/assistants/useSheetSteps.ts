import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Steps } from '#src/engine/react/navigation/useSteps.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { pageParam } from '#src/routing/paths.ts';
import { useStepsInAddress } from '../useStepsInAddress.ts';
import type { OpenedForm } from './openForm.ts';
import { useHasBegun, useStepCounts } from './useStepCounts.ts';

type SheetStepsOptions = Pick<OpenedForm, 'process' | 'engine' | 'draft' | 'posted'>;

/** Steps of a form; reports reached ones. `isOpeningStep`: at the step of the first render. */
export function useSheetSteps({ process, engine, draft, posted }: SheetStepsOptions): {
  steps: Steps;
  isOpeningStep: boolean;
} {
  const language = useShownLanguage();
  const [query, setQuery] = useSearchParams();
  const [hasBegun, begin] = useHasBegun(engine);
  const steps = useStepsInAddress(engine, language, begin, posted?.page);
  const [openedAt] = useState(steps.current);
  const beginAtStart = useEffectEvent(() => {
    if (draft === 'none' && query.has(pageParam))
      setQuery(
        (before) => new URLSearchParams([...before].filter(([name]) => name !== pageParam)),
        { replace: true },
      );
  });
  useEffect(() => beginAtStart(), []); // later pages need answers of this visit
  useStepCounts(process.workflowKey, hasBegun, (steps.list[steps.current] ?? engine.pages[0])?.id);
  return { steps, isOpeningStep: steps.current === openedAt };
}
