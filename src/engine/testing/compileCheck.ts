import { Ajv } from 'ajv';
import type { FormSchema } from '#src/engine/core/compileForm.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import type { ValidatorModule } from '#src/engine/react/formEngine.ts';

/** For tests and stories, which have no server: the product gets its validators compiled. */
function compile(schema: FormSchema) {
  const ajv = new Ajv({ allErrors: true, strict: false });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  return ajv.compile(schema);
}

export function compileCheck(schema: FormSchema): CompiledCheck {
  const validate = compile(schema);
  return (answers) => (validate(answers) ? [] : (validate.errors ?? []));
}

export const compileValidatorModule = (schema: FormSchema): ValidatorModule => ({ schema, createValidators: () => ({ [schema.$id]: compile(schema) }) });
