import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import { cleanAnswer } from './cleanAnswers.ts';
import type { Registry } from '../registry.ts';

/** Returns true for a group with exactly one row: a text can only belong to that one. */
export const isSingleRow = (group: FormElement, registry: Registry): boolean =>
  registry.get(group.type)?.rows?.getRange(group).max === 1;

/**
 * Converts texts by element id, for example URL parameters, to answers. Texts for a group's
 * elements fill its only row. Unknown ids are ignored.
 */
export function parsePrefill(
  texts: Readonly<Record<string, string>>,
  elements: readonly FormElement[],
  registry: Registry,
  context: { today: string },
): Record<string, unknown> {
  const parseElement = (element: FormElement): unknown => {
    if (isSingleRow(element, registry)) {
      const row = parsePrefill(texts, listChildren(element), registry, context);
      return Object.keys(row).length > 0 ? [row] : undefined;
    }
    const text = texts[element.id];
    return text === undefined
      ? undefined
      : cleanAnswer(
          registry,
          element,
          registry.get(element.type)?.parseText?.(text, element, context),
        );
  };
  return Object.fromEntries(
    elements.flatMap((element) => {
      const answer = parseElement(element);
      return answer === undefined ? [] : [[element.id, answer] as const];
    }),
  );
}
