import { useSearchParams } from 'react-router-dom';
import { taskFilters, type TaskFilter } from '#schemas/tasks.rules.ts';
import { taskParam } from '#schemas/webAddresses.ts';
import { pageParam, taskFilterParam } from '#src/lib/paths.ts';

type Wanted = { task?: string; filter?: TaskFilter };

/** What the address says of the tasks: which are listed, and which one is open. A link to a task opens it. */
export function useTaskAddress() {
  const [query, setQuery] = useSearchParams();
  const filter = taskFilters.find((each) => each === query.get(taskFilterParam)) ?? 'all';

  /** The address with another task or filter in it. */
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
