import type { RJSFValidationError } from '@rjsf/utils';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';

/** Message ids of `locales/` by keyword of JSON Schema. */
const messageIds: Readonly<Record<string, string>> = {
  required: 'RequiredFieldValidation',
  type: 'element.error.type',
  enum: 'element.error.choice',
  const: 'element.error.choice',
  minLength: 'element.error.minLength',
  maxLength: 'element.error.maxLength',
  minimum: 'element.error.minimum',
  maximum: 'element.error.maximum',
  minItems: 'group.error.minItems',
  maxItems: 'group.error.maxItems',
};

/**
 * Returns RJSF's `transformErrors` for plain JSON Schema: ajv's English messages become those of
 * `locales/`. Errors of `withFormRules` keep theirs, because the rules have formatted them.
 */
export const translateErrors =
  (text: FormatMessage) =>
  (errors: RJSFValidationError[]): RJSFValidationError[] =>
    errors.map((error) => {
      const params = (error.params ?? {}) as Record<string, string | number>;
      if ('address' in params) return error;
      const label = error.title || String(params['missingProperty'] ?? '');
      const values = { ...params, label, isQuestion: String(label.endsWith('?')) };
      const message = text(messageIds[error.name ?? ''] ?? 'element.error.invalid', values);
      return { ...error, message, stack: message };
    });
