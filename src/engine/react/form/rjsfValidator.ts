import type { ValidatorType } from '@rjsf/utils';

function refuse(): never {
  throw new Error('A form is judged by its answer store');
}

/**
 * RJSF draws nothing without a validator and asks it for nothing as we use it: answers are judged
 * one by one, by the store.
 */
export const rjsfValidator: ValidatorType = {
  validateFormData: refuse,
  isValid: refuse,
  rawValidation: refuse,
};
