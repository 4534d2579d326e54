import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const report = process.env['TEST_REPORT'] ?? '';

/** Journeys that fail on purpose, for the test of the runner. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.plantedSpec.ts',
  outputDir: join(dirname(report), 'journeys'),
  reporter: [['json', { outputFile: report }]],
});
