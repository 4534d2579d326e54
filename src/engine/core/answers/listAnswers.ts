import type { Answer, FormElement } from '#schemas/forms/forms.ts';

/** Lists the answers of a submission, in the order of the form. */
export const listAnswers = (
  elements: readonly Pick<FormElement, 'id' | 'type'>[],
  values: Readonly<Record<string, unknown>>,
): Answer[] =>
  elements.flatMap(({ id, type }) =>
    Object.hasOwn(values, id) ? [{ elementId: id, type, value: values[id] }] : [],
  );
