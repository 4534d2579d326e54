import type { FormProcess, UnsentAnswers } from '#schemas/forms/assistants.ts';
import { listElements } from '#schemas/forms/forms.ts';
import type { Draft } from '#src/device/indexedDb/draftStorage.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';

/** Returns the answers of a draft by element id. */
export const getDraftValues = ({ answers }: Pick<Draft, 'answers'>): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([id, { value }]) =>
      value === undefined ? [] : [[id, value]],
    ),
  );

/** Returns answers that were not sent, with their form; undefined without any. */
export function collectUnsent(
  { formElement, revision }: Pick<FormProcess, 'formElement' | 'revision'>,
  values: Answers,
): UnsentAnswers | undefined {
  const answers = listAnswers(listElements(formElement), values);
  return answers.length > 0 ? { formElement, revision, answers } : undefined;
}
