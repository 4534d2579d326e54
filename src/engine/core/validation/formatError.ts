import { localize, type Language } from '#schemas/platform/common.ts';
import { formatDayInWords } from '#schemas/platform/dates.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { AnswerProblem } from '../element.ts';
import { formats } from '../values/formats.ts';
import type { Registry } from '../registry.ts';

/** Message ids of `locales/` for rules with a common text. */
const commonTexts: Readonly<Record<string, string>> = {
  required: 'RequiredFieldValidation',
  type: 'element.error.type',
  enum: 'element.error.choice',
  minLength: 'element.error.minLength',
  maxLength: 'element.error.maxLength',
  minimum: 'element.error.minimum',
  maximum: 'element.error.maximum',
  minItems: 'element.error.minItems',
  maxItems: 'element.error.maxItems',
};

/** Formats a message of `locales/` by id. */
export type FormatMessage = (id: string, values: Record<string, string | number>) => string;

/** Formats the days (YYYY-MM-DD) among a message's figures. */
const formatDays = (params: NonNullable<AnswerProblem['params']>, language: Language) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && formats['date']?.(value)
        ? formatDayInWords(value, language)
        : value,
    ]),
  );

/** Returns the message for an error: the author's text, else the type's, else the common one. */
export function formatError(
  element: FormElement,
  problem: AnswerProblem,
  registry: Registry,
  language: Language,
  format: FormatMessage,
): string {
  const elementType = registry.get(element.type);
  const own =
    problem.rule === 'required' && element.requiredText
      ? element.requiredText
      : elementType?.getOwnText?.(problem.rule, element);
  if (own) return localize(own, language);
  const id =
    elementType?.texts?.[problem.rule] ?? commonTexts[problem.rule] ?? 'element.error.invalid';
  const label = element.label ? localize(element.label, language) : element.id;
  return format(id, {
    ...formatDays(problem.params ?? {}, language),
    label,
    isQuestion: String(label.endsWith('?')),
  });
}
