import { Ajv } from 'ajv';
import { formats } from '#src/engine/core/formats.ts';
import type { FormSchema } from '#src/engine/core/compileForm.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';

/** Compiles a form's schema in place, for tests and stories. The product gets its validators from the server. */
export function compileCheck(schema: FormSchema): CompiledCheck {
  const ajv = new Ajv({ allErrors: true, strict: false });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  const validate = ajv.compile(schema);
  return (answers) => (validate(answers) ? [] : (validate.errors ?? []));
}
