import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FormSchema } from '#src/engine/core/compileForm.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';

/** Compiles a form's schema in place, for tests and stories. The product gets its validators from the server. */
export function compileCheck(schema: FormSchema): CompiledCheck {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (answers) => (validate(answers) ? [] : (validate.errors ?? []));
}
