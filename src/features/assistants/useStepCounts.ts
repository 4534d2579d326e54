import { useEffect, useState } from 'react';
import { reviewPage } from '#schemas/forms.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import type { FormEngine } from '#src/engine/react/formEngine.ts';

/** Whether the visitor has done something here: given an answer, or, as the second part is told, gone on to another page. */
export function useHasBegun({ store }: FormEngine): [hasBegun: boolean, begin: () => void] {
  const [hasBegun, setHasBegun] = useState(false);
  const [begin] = useState(() => () => setHasBegun(true));
  useEffect(() => store.onChange(begin), [store, begin]);
  return [hasBegun, begin];
}

/** Tells how far somebody comes who has begun, each page once (docs/decisions/0075). Nothing waits for it, and that it fails is nobody's trouble. */
export function useStepCounts(
  dispatch: AppDispatch,
  workflowKey: string,
  hasBegun: boolean,
  page = reviewPage,
): void {
  const [told] = useState(() => new Set<string>());
  useEffect(() => {
    if (!hasBegun || told.has(page)) return;
    told.add(page);
    void dispatch(
      assistantsApi.endpoints.notePage.initiate({ body: { workflowKey, page } }, { track: false }),
    );
  }, [dispatch, hasBegun, page, told, workflowKey]);
}
