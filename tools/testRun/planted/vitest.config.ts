import { defineConfig } from 'vitest/config';
import { root } from '../../preconditions.mjs';

const include = (name: string) => [`tools/testRun/planted/*.${name}.ts`];

/** Tests, whole files and a whole suite that fail on purpose, for the test of the runner. */
export default defineConfig({
  test: {
    root,
    projects: [
      { test: { name: 'tests', include: include('planted') } },
      { test: { name: 'files', include: include('plantedFile') } },
      { test: { name: 'hanging', include: include('plantedHang') } },
      {
        test: {
          name: 'ended',
          include: include('plantedSuite'),
          maxWorkers: 2, // so that only the option of the second run leaves one
          globalSetup: 'tools/testRun/planted/endsFirst.ts',
        },
      },
    ],
  },
});
