// Runs the planted tests like `npm test` runs the real ones. Its argument is the folder of reports.
import { TestRun } from '../run.mjs';
import { ofPlaywright, ofVitest } from '../suites.mjs';

const run = new TestRun(process.argv[2] ?? '');
const here = 'tools/testRun/planted';
await run.checkTogether('checks', { 'a check': 'echo "line 7 is wrong"; exit 1' });
await run.check(ofVitest('planted tests', `--config=${here}/vitest.config.ts`));
await run.check(ofPlaywright('planted journeys', `--config=${here}/playwright.config.ts`));
process.exitCode = (await run.finish()) ? 0 : 1;
