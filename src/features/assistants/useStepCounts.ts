import { useEffect, useState } from 'react';
import { reviewPage } from '#schemas/forms.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import type { FormEngine } from '#src/engine/react/formEngine.ts';

/** Tells how far somebody comes who fills the form in, each page once (docs/decisions/0075). Nothing waits for it, and that it fails is nobody's trouble. */
export function useStepCounts(dispatch: AppDispatch, workflowKey: string, { store, pages: [first] }: FormEngine, page = first?.id ?? reviewPage): void {
  const [hasBegun, setHasBegun] = useState(false);
  const [told] = useState(new Set<string>());
  useEffect(() => store.onChange(() => setHasBegun(true)), [store]);
  useEffect(() => {
    if (!hasBegun || told.has(page)) return;
    told.add(page);
    void dispatch(assistantsApi.endpoints.notePage.initiate({ body: { workflowKey, page } }, { track: false }));
  }, [dispatch, hasBegun, page, told, workflowKey]);
}
