import { childrenOf, type FormElement } from '#schemas/forms.ts';
import type { Registry } from './registry.ts';

/** A group that is asked once: it has one row, so a text can only mean that one. */
export const isSingleRow = (group: FormElement, registry: Registry): boolean =>
  registry.get(group.type)?.rows?.(group).max === 1;

/** Answers from texts by element id, as an address offers them; those inside a group fill its only row. */
export function answersFromTexts(
  texts: Readonly<Record<string, string>>,
  elements: readonly FormElement[],
  registry: Registry,
  context: { today: string },
): Record<string, unknown> {
  const answerTo = (element: FormElement): unknown => {
    if (isSingleRow(element, registry)) {
      const row = answersFromTexts(texts, childrenOf(element), registry, context);
      return Object.keys(row).length > 0 ? [row] : undefined;
    }
    const text = texts[element.id];
    return text === undefined
      ? undefined
      : registry.get(element.type)?.fromText?.(text, element, context);
  };
  return Object.fromEntries(
    elements.flatMap((element) => {
      const answer = answerTo(element);
      return answer === undefined ? [] : [[element.id, answer] as const];
    }),
  );
}
