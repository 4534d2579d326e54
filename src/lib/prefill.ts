import { prefillNames, type FormElement } from '#schemas/forms.ts';

/** What an address offers to fill in, by element: the names of product.md §2.2 and the assistant prefill fields. */
export function prefillFrom(
  search: string,
  elements: readonly FormElement[],
): Record<string, string> {
  const query = new URLSearchParams(search);
  const filled = elements.flatMap(({ id, prefill }) => {
    const value = prefill && query.get(prefill)?.trim();
    return value ? [[id, value] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** The address without what it offered: names and numbers of people do not belong in the history. */
export function withoutPrefill(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of prefillNames) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}
