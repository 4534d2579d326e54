import type { RJSFSchema, SchemaUtilsType, ValidatorType } from '@rjsf/utils';

type Used =
  | 'getRootSchema'
  | 'getValidator'
  | 'doesSchemaUtilsDiffer'
  | 'getDefaultFormState'
  | 'retrieveSchema'
  | 'getDisplayLabel';

/** What a schema may hold that has to be resolved before it can be drawn. */
const unresolved = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependencies'];

/**
 * Stands in for the part of RJSF that resolves a schema and fills in its defaults (vite.config.ts puts it there). A
 * compiled form is resolved already (`compileForm`) and our store holds its answers: RJSF's own would walk the whole form
 * to change nothing. A schema that has something to resolve is told so, not drawn wrongly.
 */
export default function createSchemaUtils(
  validator: ValidatorType,
  rootSchema: RJSFSchema,
): Pick<SchemaUtilsType, Used> {
  return {
    getRootSchema: () => rootSchema,
    getValidator: () => validator,
    doesSchemaUtilsDiffer: (nextValidator, nextSchema) =>
      nextValidator !== validator || nextSchema !== rootSchema,
    getDefaultFormState: (_, formData) => formData as unknown,
    getDisplayLabel: () => false,
    retrieveSchema(schema) {
      const found = unresolved.find((keyword) => keyword in schema);
      if (found) throw new Error(`A compiled form holds no ${found}`);
      return schema;
    },
  };
}
