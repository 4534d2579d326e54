import type { ValidateFunction } from 'ajv';
import { formats } from './formats.ts';

/** Compiled validators by schema name, as ajv's standalone code exports them. */
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
