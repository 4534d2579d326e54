import { defineConfig } from 'vitest/config';
import { root } from '../../preconditions.mjs';

const include = (name: string) => [`tools/testRun/planted/*.${name}.ts`];

/** Tests, and whole files, that fail on purpose, for the test of the runner. */
export default defineConfig({
  test: {
    root,
    projects: [
      { test: { name: 'tests', include: include('planted') } },
      { test: { name: 'files', include: include('plantedFile') } },
    ],
  },
});
