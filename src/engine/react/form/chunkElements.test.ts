import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { chunkElements } from './chunkElements.ts';

/** Splits elements into the rows of two columns; a half-width element fills the free half. */
function splitLines(elements: readonly FormElement[]): string[][] {
  const lines: string[][] = [];
  let hasRoom = false;
  for (const { id, width } of elements) {
    if (width === 'half' && hasRoom) lines.at(-1)?.push(id);
    else lines.push([id]);
    hasRoom = width === 'half' && !hasRoom;
  }
  return lines;
}

const element = fc.record({
  isHalf: fc.boolean(),
  isConditional: fc.boolean(),
  isHidden: fc.boolean(),
});

it('A chunk never ends inside a line of two columns, even with hidden elements', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 120 }), (drawn) => {
      const elements = drawn.map(({ isHalf, isConditional }, index): FormElement => ({
        id: `e${index}`,
        type: 'input',
        ...(isHalf && { width: 'half' as const }),
        ...(isConditional && { visibleWhen: { element: 'first', equals: true } }),
      }));
      const hidden = new Set(
        elements.filter((_, index) => drawn[index]?.isConditional && drawn[index].isHidden),
      );
      const shown = (list: readonly FormElement[]) => list.filter((each) => !hidden.has(each));
      const chunks = chunkElements(elements);
      expect(chunks.flat()).toEqual(elements);
      expect(chunks.flatMap((chunk) => splitLines(shown(chunk)))).toEqual(
        splitLines(shown(elements)),
      );
    }),
  );
});

it('A short section is one chunk and a long one is divided evenly', () => {
  const questions = (count: number): FormElement[] =>
    Array.from({ length: count }, (_, index) => ({ id: `e${index}`, type: 'input' }));
  expect([0, 16, 17, 1000].map((count) => chunkElements(questions(count)).length)).toEqual([
    0, 1, 2, 63,
  ]);
});
