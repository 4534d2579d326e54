import { useIntl, type MessageDescriptor } from 'react-intl';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { AnswerProblem } from '#src/engine/core/element.ts';
import { formatError, type FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { useFormContext } from '../context/formContext.ts';

/**
 * Formats the error of an answer in the current language. Texts from the server keep the language
 * of their request.
 */
export function useAnswerErrorText(): (element: FormElement, problem: AnswerProblem) => string {
  const intl = useIntl();
  const { engine, language } = useFormContext();
  const format: FormatMessage = (id, values) =>
    String(intl.formatMessage({ id } as MessageDescriptor, values));
  return (element, problem) =>
    problem.text ?? formatError(element, problem, engine.registry, language, format);
}
