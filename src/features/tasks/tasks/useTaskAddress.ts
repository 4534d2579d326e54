import { useSearchParams } from 'react-router-dom';
import { taskFilters, type TaskFilter } from '#schemas/tasks/tasks.rules.ts';
import { taskParam } from '#schemas/platform/webAddresses.ts';
import { pageParam, taskFilterParam } from '#src/routing/paths.ts';

type Wanted = { task?: string; filter?: TaskFilter };

/** Reads the filter and the open task from the address. */
export function useTaskAddress() {
  const [query, setQuery] = useSearchParams();
  const filter = taskFilters.find((each) => each === query.get(taskFilterParam)) ?? 'all';

  /** Returns the address with another task or filter. */
  function addressFor(wanted: Wanted): string {
    const next = new URLSearchParams(
      [...query].filter(
        ([name]) =>
          name !== taskParam &&
          name !== pageParam &&
          (name !== taskFilterParam || wanted.filter === undefined),
      ),
    );
    if (wanted.filter !== undefined && wanted.filter !== 'all')
      next.set(taskFilterParam, wanted.filter);
    if (wanted.task !== undefined) next.set(taskParam, wanted.task);
    return `?${next.toString()}`;
  }

  const close = () =>
    setQuery(
      (before) =>
        new URLSearchParams(
          [...before].filter(([name]) => name !== taskParam && name !== pageParam),
        ),
      { replace: true },
    );
  return { filter, task: query.get(taskParam) ?? undefined, addressFor, close };
}
