import { Ajv, type ValidateFunction } from 'ajv';
import type { FormSchemas } from '#src/engine/core/definition/toJsonSchema.ts';
import {
  createCheck,
  type CompiledValidators,
} from '#src/engine/core/validation/compiledValidators.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';
import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';

/** Compiles validators without a server, for tests, stories and `npm run forms -- test`. */
function compile({ values }: FormSchemas): CompiledValidators {
  const ajv = new Ajv({ strict: false });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  const shapes = new Map<string, ValidateFunction>();
  const getValidator = (value: JsonSchema): ValidateFunction => {
    const shape = JSON.stringify(value);
    const validate = shapes.get(shape) ?? ajv.compile(value);
    shapes.set(shape, validate);
    return validate;
  };
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, getValidator(value)]));
}

export const compileCheck = (form: FormSchemas): CompiledCheck => createCheck(compile(form));

export const compileValidatorModule = (form: FormSchemas): ValidatorModule => ({
  schema: form.schema,
  createValidators: () => compile(form),
});
