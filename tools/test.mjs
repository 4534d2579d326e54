// `npm test`: everything, from a fresh clone. Its last line is "N passed, M failed".
import { findChromium } from './browser.mjs';
import { checkNode, install } from './preconditions.mjs';
import { TestRun } from './testRun/run.mjs';
import { codeProjects, createPlaywrightSuite, createVitestSuite } from './testRun/suites.mjs';

checkNode();
install({ withTestTools: true });
process.env.CHROMIUM_PATH = await findChromium();

const run = new TestRun('test-results');
const failedChecks = await run.runCommands('checks and build', {
  format: 'npx prettier --check --log-level warn .',
  'types and lint': 'npx oxlint',
  'import rules': 'npm run -s check:arrows',
  texts: 'npm run -s check:texts',
  'unused code': 'npx knip',
  'commit subjects': 'node tools/checkCommits.mjs',
  build: 'node tools/build.mjs',
});
await run.runSuite(createVitestSuite('code tests', ...codeProjects));
await run.runSuite(createVitestSuite('story tests', '--project=stories'));
if (!failedChecks.includes('build')) await run.runSuite(createPlaywrightSuite('journeys'));
process.exitCode = (await run.finish()) ? 0 : 1;
