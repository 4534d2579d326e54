// Plain JavaScript: a worker thread loads it as it is, from the sources as from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

const { schema, formats } = workerData;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  messages: false,
  code: { source: true, lines: false, formats: _`require("formats")` },
});
// The names only: the checks themselves are loaded where the code runs.
for (const name of formats) ajv.addFormat(name, () => true);
ajv.addSchema(schema);
ajv.getSchema(schema.$id);
parentPort?.postMessage(standalone.default(ajv));
