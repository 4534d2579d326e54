import { defineConfig } from '@playwright/test';

/** Journeys whose server does not start, for the test of the runner. */
export default defineConfig({
  testDir: '.',
  testMatch: 'journey.plantedSpec.ts',
  outputDir: `${process.env['TEST_REPORT']}-output`,
  reporter: [['json', { outputFile: process.env['TEST_REPORT'] ?? '' }]],
  webServer: { command: 'echo "the port is taken" >&2; exit 3', port: 1 },
});
