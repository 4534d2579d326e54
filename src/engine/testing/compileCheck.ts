import { Ajv, type ValidateFunction } from 'ajv';
import type { CompiledForm } from '#src/engine/core/compileForm.ts';
import { checkWith, type CompiledValidators } from '#src/engine/core/compiledValidators.ts';
import type { JsonSchema } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import type { ValidatorModule } from '#src/engine/react/formEngine.ts';

/** For what has no server, as tests, stories and `npm run forms -- test`: the product gets its validators compiled. */
function compile({ values }: CompiledForm): CompiledValidators {
  const ajv = new Ajv({ strict: false });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  const shapes = new Map<string, ValidateFunction>();
  const validatorOf = (value: JsonSchema): ValidateFunction => {
    const shape = JSON.stringify(value);
    const validate = shapes.get(shape) ?? ajv.compile(value);
    shapes.set(shape, validate);
    return validate;
  };
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, validatorOf(value)]));
}

export const compileCheck = (form: CompiledForm): CompiledCheck => checkWith(compile(form));

export const compileValidatorModule = (form: CompiledForm): ValidatorModule => ({
  schema: form.schema,
  createValidators: () => compile(form),
});
