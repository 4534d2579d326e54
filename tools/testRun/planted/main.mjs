// Runs the planted tests like `npm test` runs the real ones. Its argument is the folder of reports;
// the first run leaves marks for the second one at the path PLANTED_MARK.
import { TestRun } from '../run.mjs';
import { createPlaywrightSuite, createVitestSuite } from '../suites.mjs';

const run = new TestRun(process.argv[2] ?? '');
const here = 'tools/testRun/planted';
const vitestConfig = `--config=${here}/vitest.config.ts`;
await run.runCommands('checks', {
  'a check': 'echo "line 7 is wrong"; exit 1',
  'a build': 'seq 60; echo "the cause" >&2; exit 1',
});
await run.runCommands('hanging checks', { 'a hanging check': 'echo step 1; sleep 100' }, 2_000);
await run.runSuite(createVitestSuite('planted tests', vitestConfig, '--project=tests'));
await run.runSuite(createVitestSuite('planted files', vitestConfig, '--project=files'));
await run.runSuite(
  createPlaywrightSuite('planted journeys', `--config=${here}/journeys.config.ts`),
);
await run.runSuite({
  ...createVitestSuite('planted to hang', vitestConfig, '--project=hanging'),
  silenceMs: 15_000,
});
await run.runSuite(createPlaywrightSuite('no server', `--config=${here}/noServer.config.ts`));
await run.runSuite(createVitestSuite('ended tests', vitestConfig, '--project=ended'));
await run.runSuite(createPlaywrightSuite('ended journeys', `--config=${here}/ended.config.ts`));
await run.runSuite({
  ...createVitestSuite('always ended'),
  command: ['node', '-e', 'console.log("the last line"); process.kill(process.pid, "SIGKILL")'],
  selectFailed: () => [],
});
await run.runSuite({
  ...createVitestSuite('interrupted'),
  command: ['node', `${here}/endsWith.mjs`, '130'], // as after Ctrl+C
});
await run.runSuite({
  ...createVitestSuite('broken'),
  command: ['node', `${here}/endsWith.mjs`, '3'],
});
await run.runSuite({
  ...createVitestSuite('leaves a process'),
  command: [
    ...['sh', '-c'],
    `setsid sleep 100 & echo $! > "$PLANTED_MARK-left"; node ${here}/endsWith.mjs 0`,
  ],
});
process.exitCode = (await run.finish()) ? 0 : 1;
