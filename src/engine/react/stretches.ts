import type { FormElement } from '#schemas/forms/forms.ts';

/** Elements in a stretch, at least. Few enough to draw one quickly, enough to keep the number of stretches small. */
const stretchLength = 16;

/**
 * Cuts the elements of a section into stretches that are laid out each for itself. A stretch never ends where a
 * half-width element could stand beside one of the next: the cut is not to be seen, whatever is hidden.
 */
export function stretchesOf(elements: readonly FormElement[]): FormElement[][] {
  const stretches: FormElement[][] = [];
  let isLineOpen = false;
  for (const element of elements) {
    const current = stretches.at(-1);
    if (current && (current.length < stretchLength || isLineOpen)) current.push(element);
    else stretches.push([element]);
    isLineOpen = element.width === 'half' || (isLineOpen && element.visibleWhen !== undefined);
  }
  return stretches;
}
