import type { FormProcess, UnsentAnswers } from '#schemas/forms/assistants.ts';
import { listElements } from '#schemas/forms/forms.ts';
import type { Draft, Sending } from '#src/device/indexedDb/draftStorage.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';

/** Returns the answers of a draft by element id. */
export const getDraftValues = ({ answers }: Pick<Draft, 'answers'>): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([id, { value }]) =>
      value === undefined ? [] : [[id, value]],
    ),
  );

/** Returns true if an answer was changed after the submission that the mark is for. */
export function hasChangedSince({ copy, markedAt }: Sending, draft: Draft | undefined): boolean {
  if (!copy || markedAt === undefined) return false; // a mark of an earlier version
  const sent = new Map(copy.answers.map(({ elementId, value }) => [elementId, value]));
  return Object.entries(draft?.answers ?? {}).some(
    ([id, { at, value }]) =>
      at > markedAt && JSON.stringify(value) !== JSON.stringify(sent.get(id)),
  );
}

/** Returns answers that were not sent, with their form; undefined without any. */
export function collectUnsent(
  { formElement, revision }: Pick<FormProcess, 'formElement' | 'revision'>,
  values: Answers,
): UnsentAnswers | undefined {
  const answers = listAnswers(listElements(formElement), values);
  return answers.length > 0 ? { formElement, revision, answers } : undefined;
}
