import { listPages, type FormContent, type QuestionSummary } from '#schemas/forms/forms.ts';
import { isAsked, type CheckContext } from '../element.ts';
import { evaluateForm } from './evaluateForm.ts';
import type { Registry } from '../registry.ts';

/**
 * Counts the questions of a form that has no answers yet. `isSignature` is true if the only one is
 * a signature.
 */
export function summarizeQuestions(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
  registry: Registry,
  context: CheckContext,
): QuestionSummary {
  const asked = [...evaluateForm(listPages(content), registry, {}, context).shown.values()].filter(
    ({ elementType }) => isAsked(elementType) && !elementType.rows,
  );
  return {
    questions: asked.length,
    isSignature:
      asked.length === 1 && asked.every(({ elementType }) => elementType.signature !== undefined),
  };
}
