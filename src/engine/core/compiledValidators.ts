import type { ValidateFunction } from 'ajv';
import { formats } from './formats.ts';
import type { CompiledCheck } from './validateAnswers.ts';

/** The compiled validator of each element's answer by the element's id, as the code of a published form exports them. */
export type CompiledValidators = Record<string, ValidateFunction>;

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The few things ajv's standalone code asks for. More would mean that a value schema is no longer flat. */
const runtime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/ucs2length': { default: countCodePoints },
  formats,
};

/** Given to the code of a published form, in browser and server alike. */
export function requireRuntime(name: string): unknown {
  const found = runtime[name];
  if (found === undefined) throw new Error(`A compiled form asks for ${name}`);
  return found;
}

/** The check of a form's answers that its compiled validators make. */
export const checkWith =
  (validators: CompiledValidators): CompiledCheck =>
  (elementId, value) => {
    const validate = Object.hasOwn(validators, elementId) ? validators[elementId] : undefined;
    if (!validate) throw new Error(`No validator for ${elementId}`);
    return validate(value) ? [] : (validate.errors ?? []);
  };
