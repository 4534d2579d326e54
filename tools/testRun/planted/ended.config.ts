import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { endInFirstRun } from './endsFirst.ts';
import journeys from './journeys.config.ts';

endInFirstRun('ended-journeys');

/** A suite that ends without a report the first time. */
export default defineConfig({
  ...journeys,
  testMatch: '*.plantedAlone.ts',
  outputDir: join(dirname(process.env['TEST_REPORT'] ?? ''), 'ended'),
  workers: 2, // so that only the option of the second run leaves one
});
