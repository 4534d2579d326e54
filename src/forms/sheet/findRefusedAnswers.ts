import type { Problem } from '#schemas/platform/problem.ts';
import { parsePointer } from '#src/engine/core/fieldAddress.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';

/** Maps the server's errors to the shown elements; skips elements that are not shown. */
export function findRefusedAnswers(
  { fields = {}, rules = {} }: Partial<Problem>,
  { store, elements, registry }: FormEngine,
): AnswerError[] {
  const isGroup = (id: string) =>
    elements.some((element) => element.id === id && registry.get(element.type)?.rows !== undefined);
  return Object.entries(fields).flatMap(([field, text]) => {
    const pointer = /^\/answers(\/.+)/.exec(field)?.[1];
    if (pointer === undefined) return [];
    const address = parsePointer(pointer, isGroup);
    return store.isVisible(address)
      ? [{ address, pointer, ...(rules[field] ?? { rule: 'refused', text }) }]
      : [];
  });
}
