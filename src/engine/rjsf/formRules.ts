import {
  createErrorHandler,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import { localize, type Language } from '#schemas/platform/common.ts';
import { listEveryElement, listPages, type FormDefinition } from '#schemas/forms/forms.ts';
import { parsePointer, type FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import type { CheckContext } from '#src/engine/core/element.ts';
import { formatError, type FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { evaluateForm, type ShownElement } from '#src/engine/core/evaluation/evaluateForm.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import {
  collectAnswers,
  validateElement,
  type AnswerError,
  type SchemaError,
} from '#src/engine/core/validation/validateAnswers.ts';

export type FormRulesOptions = {
  definition: FormDefinition;
  language: Language;
  registry: Registry;
  /** Formats a message of `locales/` by id, for the sentences of errors. */
  text: FormatMessage;
  /** Today as YYYY-MM-DD, the published revision and the person who fills the form in. */
  context: () => CheckContext;
};

type FormData = Record<string, unknown>;
type FormValidator = ValidatorType<unknown>;

/**
 * Returns the part of RJSF's form data that is submitted: answers of shown elements, empty ones
 * left out.
 */
export function readAnswers(
  formData: unknown,
  { definition, registry, context }: Omit<FormRulesOptions, 'text' | 'language'>,
): FormData {
  const answers = (formData ?? {}) as Answers;
  return collectAnswers(evaluateForm(listPages(definition), registry, answers, context()));
}

/** Groups the findings of the whole-form schema by the element that they are about. */
function groupFindingsByAddress(
  findings: readonly SchemaError[],
  isGroup: (id: string) => boolean,
): ReadonlyMap<FieldAddress, readonly SchemaError[]> {
  const byAddress = new Map<FieldAddress, SchemaError[]>();
  for (const finding of findings) {
    const address = parsePointer(finding.instancePath, isGroup);
    const instancePath = finding.instancePath.slice(address.length + 1); // below the element
    byAddress.set(address, [...(byAddress.get(address) ?? []), { ...finding, instancePath }]);
  }
  return byAddress;
}

/**
 * Adds a definition's rules to a validator of its schema. Answers of hidden elements are ignored,
 * conditions and the checks of element types apply, and each error is the sentence that the portal
 * shows.
 */
export function withFormRules(base: FormValidator, options: FormRulesOptions): FormValidator {
  const { definition, language, registry, text, context } = options;
  const pages = listPages(definition);
  const groups = new Set(
    listEveryElement(definition)
      .filter(({ type }) => registry.get(type)?.rows)
      .map(({ id }) => id),
  );

  function findErrors(schema: RJSFSchema, formData: unknown): [ShownElement, AnswerError][] {
    const { shown } = evaluateForm(pages, registry, (formData ?? {}) as Answers, context());
    const { errors = [] } = base.rawValidation<SchemaError>(schema, readAnswers(formData, options));
    const found = groupFindingsByAddress(errors, (id) => groups.has(id));
    return [...shown.values()].flatMap((placed) => {
      const error = validateElement(placed, () => found.get(placed.address) ?? [], context());
      return error ? [[placed, error]] : [];
    });
  }

  function toRjsfError([{ element }, error]: [ShownElement, AnswerError]): RJSFValidationError {
    const message = error.text ?? formatError(element, error, registry, language, text);
    const label = error.part?.label ?? element.label;
    return {
      name: error.rule,
      property: `.${error.address.replaceAll('/', '.')}`,
      message,
      params: error,
      title: label ? localize(label, language) : element.id,
      stack: message,
    };
  }

  return {
    isValid: (schema, formData, rootSchema) => base.isValid(schema, formData, rootSchema),
    rawValidation: (schema, formData) => base.rawValidation(schema, formData),
    validateFormData(formData, schema, customValidate, transformErrors, uiSchema) {
      const found = findErrors(schema, formData).map(toRjsfError);
      const errors = transformErrors ? transformErrors(found, uiSchema) : found;
      const errorSchema = toErrorSchema<unknown>(errors);
      if (!customValidate) return { errors, errorSchema };
      const handler = customValidate(formData, createErrorHandler(formData), uiSchema, errorSchema);
      return validationDataMerge({ errors, errorSchema }, unwrapErrorHandler(handler));
    },
  };
}
