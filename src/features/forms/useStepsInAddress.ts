import { useSearchParams } from 'react-router-dom';
import type { Language } from '#schemas/platform/common.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { useSteps, type Steps } from '#src/engine/react/navigation/useSteps.ts';
import { removePrefill } from '#schemas/forms/prefill.rules.ts';
import { pageParam } from '#src/routing/paths.ts';

/** Returns the steps of a form. The address has the current one, for Back and a reload. */
export function useStepsInAddress(
  engine: FormEngine,
  language: Language,
  onGo?: () => void,
  /** Shown step while the address names none. */
  opening?: string,
): Steps {
  const [query, setQuery] = useSearchParams();
  return useSteps({
    engine,
    language,
    wanted: query.get(pageParam) ?? opening,
    onGo: (id) => {
      onGo?.();
      setQuery(
        (before) =>
          new URLSearchParams([
            // the router still has the address from before the prefill was removed
            ...[...new URLSearchParams(removePrefill(`?${before}`))].filter(
              ([name]) => name !== pageParam,
            ),
            [pageParam, id],
          ]),
      );
    },
  });
}
