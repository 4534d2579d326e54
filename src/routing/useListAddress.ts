import { useSearchParams } from 'react-router-dom';

const viewParam = 'view';
const searchParam = 'q';

/**
 * View, search and open item of a list in the address; the first view needs no parameter. Only
 * opening an item adds a history entry. Parameters `ofItem` are removed with the item.
 */
export function useListAddress<View extends string>(
  views: readonly View[],
  itemParam: string,
  ofItem: readonly string[] = [],
) {
  const [query, setQuery] = useSearchParams();
  const change = (changes: Record<string, string | undefined>) => (before: URLSearchParams) => {
    const after = new URLSearchParams(before);
    for (const [name, value] of Object.entries(changes))
      if (value) after.set(name, value);
      else after.delete(name);
    return after;
  };
  const open = (next: string | undefined) =>
    change({ [itemParam]: next, ...Object.fromEntries(ofItem.map((name) => [name, undefined])) });
  const [first] = views;
  const itemId = query.get(itemParam) ?? undefined;
  return {
    view: (views.find((each) => each === query.get(viewParam)) ?? first) as View,
    search: query.get(searchParam) ?? '',
    itemId,
    setView: (view: View) =>
      setQuery(
        (before) =>
          change({ [viewParam]: view === first ? undefined : view })(open(undefined)(before)),
        { replace: true },
      ),
    setSearch: (search: string) => setQuery(change({ [searchParam]: search }), { replace: true }),
    /** Opens another item, or none. */
    setItemId: (next: string | undefined) =>
      setQuery(open(next), { replace: itemId !== undefined }),
    linkTo: (next: string) => `?${open(next)(query).toString()}`,
  };
}
export type ListAddress<View extends string> = ReturnType<typeof useListAddress<View>>;
