import { useEffect, useState } from 'react';
import { notePage } from '#schemas/forms/assistants.ts';
import { reviewPage } from '#schemas/forms/forms.ts';
import { callJson } from '#src/api/client/call.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';

/** Returns true after an answer or a change of page. */
export function useHasBegun({ store }: FormEngine): [hasBegun: boolean, begin: () => void] {
  const [hasBegun, setHasBegun] = useState(false);
  const [begin] = useState(() => () => setHasBegun(true));
  useEffect(() => store.subscribeChanges(begin), [store, begin]);
  return [hasBegun, begin];
}

/** Reports each reached page once for the form's statistics. Failures are ignored. */
export function useStepCounts(workflowKey: string, hasBegun: boolean, page = reviewPage): void {
  const [told] = useState(() => new Set<string>());
  useEffect(() => {
    if (!hasBegun || workflowKey === '' || told.has(page)) return;
    told.add(page);
    void callJson({ endpoint: notePage, body: { workflowKey, page } });
  }, [hasBegun, page, told, workflowKey]);
}
