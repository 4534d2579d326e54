import { uploadRule } from '#schemas/forms/postedForms.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';

/** Rules that only the server knows; its own sentence is shown. */
const unknownRules: readonly string[] = ['unknown', uploadRule];

/**
 * Maps the server's errors, whose pointers are into the body that was sent, to the shown elements;
 * skips elements that are not shown.
 */
export function findRefusedAnswers(
  { fields = {}, rules = {} }: Partial<Problem>,
  { store }: Pick<FormEngine, 'store'>,
): AnswerError[] {
  return Object.entries(fields).flatMap(([field, text]) => {
    const inner = /^\/answers\/\d+(?:\/value(.*)|\/.*)$/.exec(field);
    const found = rules[field];
    if (!inner || !found || !store.isVisible(found.address)) return [];
    const { elementId: _, address, ...broken } = found;
    const { elementId, group } = parseAddress(address);
    const pointer = `/${group?.id ?? elementId}${inner[1] ?? ''}`;
    return [
      {
        address,
        pointer,
        ...(unknownRules.includes(broken.rule) ? { rule: 'refused', text } : broken),
      },
    ];
  });
}
