import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from './journeys.config.ts';

/** The same, with a server that does not start. */
export default defineConfig({
  ...journeys,
  outputDir: join(dirname(process.env['TEST_REPORT'] ?? ''), 'noServer'),
  webServer: { command: 'echo "the port is taken" >&2; exit 3', port: 1 },
});
