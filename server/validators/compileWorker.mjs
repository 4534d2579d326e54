// Plain JavaScript, because a worker thread loads it from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

const { schema, values, formats } = workerData;

const ajv = new Ajv({
  strict: false,
  messages: false,
  inlineRefs: false,
  code: { source: true, lines: false, formats: _`require("formats")` },
});
// The format names only: their checks are loaded at runtime.
for (const name of formats) ajv.addFormat(name, () => true);

/**
 * Name of the validator that all elements with the same answer schema share: a form of a hundred
 * text inputs contains it once.
 */
const names = new Map();
function getName(valueSchema) {
  const shape = JSON.stringify(valueSchema);
  if (!names.has(shape)) {
    names.set(shape, `value${names.size}`);
    ajv.addSchema({ ...valueSchema, $id: names.get(shape) });
  }
  return names.get(shape);
}

const byElement = Object.entries(values).map(([id, valueSchema]) => [id, getName(valueSchema)]);
const shapes = standalone.default(
  ajv,
  Object.fromEntries([...names.values()].map((name) => [name, name])),
);
const code =
  `const shapes={};(exports=>{${shapes}})(shapes);` +
  `for(const[id,name]of ${JSON.stringify(byElement)})exports[id]=shapes[name]`;
// The module that a browser imports: the schema, and a function that creates the validators.
const module =
  `export const schema=${JSON.stringify(schema)};\n` +
  `export function createValidators(require){const exports={};${code};return exports}\n`;
parentPort?.postMessage({ code, module });
