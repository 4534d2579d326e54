/**
 * Stands in for two parts of RJSF that resolve `$ref` and merge `allOf` (vite.config.ts puts it there). A compiled form
 * has neither (`compileForm`), so their 12 kB would never run; a schema that had one is told so, not drawn wrongly.
 */
function refuse(): never {
  throw new Error('A compiled form holds neither $ref nor allOf');
}

const flatOnly = Object.assign(refuse, { equal: refuse, resolve: refuse });
export default flatOnly;
