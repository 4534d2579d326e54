import type { FormElement } from '#schemas/forms/forms.ts';

/** Minimum of elements in a chunk: small enough to render quickly, large enough for few chunks. */
const minChunkLength = 16;

/**
 * Splits the elements of a section into chunks, each with its own layout. A chunk never ends after
 * an element that could share a line with the next one, whatever is hidden. So a split leaves no
 * gap.
 */
export function chunkElements(elements: readonly FormElement[]): FormElement[][] {
  const chunks: FormElement[][] = [];
  let isLineOpen = false;
  for (const element of elements) {
    const current = chunks.at(-1);
    if (current && (current.length < minChunkLength || isLineOpen)) current.push(element);
    else chunks.push([element]);
    isLineOpen = element.width === 'half' || (isLineOpen && element.visibleWhen !== undefined);
  }
  return chunks;
}
