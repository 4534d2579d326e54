import { useEffect, useState } from 'react';
import { reviewPage } from '#schemas/forms/forms.ts';
import { assistantsApi } from '#src/api/forms/assistants.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';

/** Returns true after an answer or a change of page. */
export function useHasBegun({ store }: FormEngine): [hasBegun: boolean, begin: () => void] {
  const [hasBegun, setHasBegun] = useState(false);
  const [begin] = useState(() => () => setHasBegun(true));
  useEffect(() => store.subscribeChanges(begin), [store, begin]);
  return [hasBegun, begin];
}

/** Reports each reached page once for the form's statistics. Failures are ignored. */
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
