// `npm test`: everything, from a fresh clone. Its last line is "N passed, M failed".
import { findChromium } from './browser.mjs';
import { checkNode, install } from './preconditions.mjs';
import { TestRun } from './testRun/run.mjs';
import { codeProjects, createPlaywrightSuite, createVitestSuite } from './testRun/suites.mjs';

checkNode();
install({ withTestTools: true });
process.env.CHROMIUM_PATH = await findChromium();

const run = new TestRun('test-results');
const failedChecks = await run.runCommands('format, types, lint, arrows, texts, dead code, build', {
  format: 'npx prettier --check --log-level warn .',
  'types and lint': 'npx oxlint',
  'arrows, texts, dead code': 'npm run -s check:arrows && npm run -s check:texts && npx knip',
  build: 'node tools/build.mjs',
});
await run.runSuite(createVitestSuite('code tests', ...codeProjects));
await run.runSuite(createVitestSuite('story tests', '--project=stories'));
if (!failedChecks.includes('build')) await run.runSuite(createPlaywrightSuite('journeys'));
process.exitCode = (await run.finish()) ? 0 : 1;
