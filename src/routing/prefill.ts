import { prefillNames, type FormElement } from '#schemas/forms/forms.ts';

/** Reads prefill answers from an address, by element (docs/behaviour/forms.md#prefill). */
export function readPrefill(
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

/** Removes the prefill answers from an address: the history must not contain personal data. */
export function removePrefill(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of prefillNames) query.delete(name);
  return query.size > 0 ? `?${query}` : '';
}
