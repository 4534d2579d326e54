import { pagesOf, type FormContent } from '#schemas/forms.ts';
import type { TaskAsks } from '#schemas/tasks.ts';
import { isAsked, type CheckContext } from './element.ts';
import { evaluateForm } from './evaluateForm.ts';
import type { Registry } from './registry.ts';

/** How much a form asks of whoever opens it, before any answer leads to more or fewer questions. */
export function asksOf(
  content: Pick<FormContent, 'title' | 'formElements' | 'pages'>,
  registry: Registry,
  context: CheckContext,
): TaskAsks {
  const asked = [...evaluateForm(pagesOf(content), registry, {}, context).shown.values()].filter(
    ({ elementType }) => isAsked(elementType) && !elementType.rows,
  );
  return {
    questions: asked.length,
    isSignature:
      asked.length === 1 && asked.every(({ elementType }) => elementType.signedBy !== undefined),
  };
}
