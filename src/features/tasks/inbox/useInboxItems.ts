import { useMemo } from 'react';
import { useInboxInfiniteQuery, type InboxPlace } from '#src/api/tasks/inbox.ts';

/** Loads the pages of a view that were scrolled to. */
export function useInboxItems(place: InboxPlace) {
  const paged = useInboxInfiniteQuery(place);
  const { currentData: data, error } = paged;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return { items, error, isLoading: !data, paged };
}
export type InboxItems = ReturnType<typeof useInboxItems>;
