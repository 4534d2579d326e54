import type { RJSFSchema, ValidatorType } from '@rjsf/utils';

function refuse(): never {
  throw new Error('A form is judged by its answer store');
}

/**
 * Satisfies RJSF, which requires a validator but never calls it here. The answer store validates
 * each answer.
 */
export const rjsfValidator: ValidatorType<Record<string, unknown>, RJSFSchema> = {
  validateFormData: refuse,
  isValid: refuse,
  rawValidation: refuse,
};
