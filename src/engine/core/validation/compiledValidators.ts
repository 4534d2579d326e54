import type { ValidateFunction } from 'ajv';
import { formats } from '../values/formats.ts';
import type { CompiledCheck } from './validateAnswers.ts';

/** Compiled validators by element id, as the code of a published form exports them. */
export type CompiledValidators = Record<string, ValidateFunction>;

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Everything that ajv's standalone code requires. A new entry would mean that a value schema is no
 * longer flat.
 */
const runtime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/ucs2length': { default: countCodePoints },
  // Required for 200 and more options, whose values are texts.
  'ajv/dist/runtime/equal': { default: (one: unknown, other: unknown) => one === other },
  formats,
};

/**
 * Resolves the imports of a published form's code, in browser and server. Throws for any other
 * name.
 */
export function requireRuntime(name: string): unknown {
  const found = runtime[name];
  if (found === undefined) throw new Error(`A compiled form asks for ${name}`);
  return found;
}

/** Returns the check of a form's answers. The check throws for an unknown element id. */
export const createCheck =
  (validators: CompiledValidators): CompiledCheck =>
  (elementId, value) => {
    const validate = Object.hasOwn(validators, elementId) ? validators[elementId] : undefined;
    if (!validate) throw new Error(`No validator for ${elementId}`);
    return validate(value) ? [] : (validate.errors ?? []);
  };
