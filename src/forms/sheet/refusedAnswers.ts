import type { Problem } from '#schemas/problem.ts';
import { addressAt } from '#src/engine/core/address.ts';
import type { AnswerError } from '#src/engine/core/validateAnswers.ts';
import type { FormEngine } from '#src/engine/react/formEngine.ts';

/** What the server has refused, at the shown elements it is about; what stands nowhere on the page is left out. */
export function refusedAnswers(
  { fields = {}, rules = {} }: Partial<Problem>,
  { store, elements, registry }: FormEngine,
): AnswerError[] {
  const isGroup = (id: string) =>
    elements.some((element) => element.id === id && registry.get(element.type)?.rows !== undefined);
  return Object.entries(fields).flatMap(([field, text]) => {
    const pointer = /^\/answers(\/.+)/.exec(field)?.[1];
    if (pointer === undefined) return [];
    const address = addressAt(pointer, isGroup);
    return store.isVisible(address)
      ? [{ address, pointer, ...(rules[field] ?? { rule: 'refused', text }) }]
      : [];
  });
}
