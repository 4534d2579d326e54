import { prefillNames, type FormElement } from './forms.ts';

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

/** Returns the part of an address that prefills answers, without `?`. */
export function pickPrefill(search: string): string {
  const query = new URLSearchParams(search);
  const given = prefillNames.flatMap((name) => {
    const value = query.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(given).toString();
}
