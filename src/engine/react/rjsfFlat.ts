/**
 * Stands in for the parts of RJSF that resolve `$ref`, `allOf` and conditions and work out defaults (vite.config.ts puts it
 * there). With `rjsfSchemaUtils` nothing calls them any more, and they are 30 kB; should one be called after all, it is
 * told so.
 */
export default function refuse(): never {
  throw new Error('A compiled form has nothing to resolve');
}
export {
  refuse as relaxOptionsForScoring,
  refuse as resolveAllReferences,
  refuse as resolveAnyOrOneOfSchemas,
  refuse as retrieveSchemaInternal,
};
