import { deepEquals, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import { _ } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { requireRuntime } from '#src/engine/core/validation/compiledValidators.ts';
import { formats } from '#src/engine/core/values/formats.ts';

/** Validator functions by the hash of their schema, as the compiled code exports them. */
type ValidatorFunctions = Parameters<typeof createPrecompiledValidator>[0];

/** Formats by name. Those of our element types win over the ones that ajv brings. */
const knownFormats: Readonly<Record<string, unknown>> = { ...fullFormats, ...formats };

/** Modules that the compiled code requires beside those of a published form. */
const runtime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: deepEquals },
  formats: knownFormats,
};

type CompileOptions = {
  /**
   * The schema comes from `toRjsf`. Checking it against the meta-schema would take ten times as
   * long.
   */
  isOurs?: boolean;
};

/**
 * Compiles a whole schema to CommonJS code that needs neither ajv nor `eval` where it is served as
 * a file.
 */
export const compileWholeForm = (
  schema: RJSFSchema,
  { isOurs = false }: CompileOptions = {},
): string =>
  compileSchemaValidatorsCode(schema, {
    customFormats: formats,
    ajvOptionsOverrides: { validateSchema: !isOurs, code: { formats: _`require("formats")` } },
  });

/**
 * Runs compiled code and returns its validator functions. Only for code that this process has
 * compiled.
 */
export function loadWholeForm(code: string): ValidatorFunctions {
  type Load = (require: (name: string) => unknown, exports: object, module: object) => void;
  const functions = {};
  // stories and tests have no content security policy
  // oxlint-disable-next-line typescript/no-implied-eval
  const load = new Function('require', 'exports', 'module', code) as Load;
  load((name: string) => runtime[name] ?? requireRuntime(name), functions, {});
  return functions;
}

/** Returns RJSF's validator of a whole form, compiled ahead by `@rjsf/validator-ajv8`. */
export const wholeFormValidator = (
  schema: RJSFSchema,
  options?: CompileOptions,
): ValidatorType<unknown> =>
  createPrecompiledValidator<unknown>(loadWholeForm(compileWholeForm(schema, options)), schema);
