// Runs checks and suites of tests, runs failed tests a second time and prints the outcome. Plain
// JavaScript, because `npm test` loads it before packages are installed.
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { root, secondsSince } from '../preconditions.mjs';
import { canRunAgain, compareRuns, maxUnstable } from './rerun.mjs';
import {
  describeFailures,
  describeSkipped,
  describeSlowest,
  formatFailure,
  listExplaining,
  maxErrorLines,
} from './summary.mjs';

/** Characters that are kept of the output of a suite, and lines of it that explain a failure. */
const keptOutput = 10_000;
const lastLines = 15;
/** A suite that prints nothing for so long hangs. It then has time to write its report. */
const maxSilenceMs = 600_000;
const reportMs = 20_000;
/** A check that takes so long hangs. */
const maxCommandMs = 900_000;
/** Time for the last output of a suite that has ended. */
const drainMs = 5_000;

/** @param {string[]} lines */
const print = (lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

/**
 * Starts a command in the root, with a process group of its own: workers that hang end with it.
 * @param {string[]} command @param {Record<string, string>} env
 */
function spawnGroup([program = '', ...options], env) {
  const child = spawn(program, options, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  });
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      child.kill(signal); // no group, or it has ended
    }
  };
  const interrupt = (/** @type {NodeJS.Signals} */ signal) => {
    kill(signal);
    process.exit(130);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const each of signals) process.once(each, interrupt);
  child.once('close', () => signals.forEach((each) => process.off(each, interrupt)));
  return { child, kill };
}

/**
 * Runs a command, prints its output and keeps the end of it. One that hangs is ended.
 * @param {string[]} command @param {Record<string, string>} env @param {number} silenceMs
 * @returns {Promise<{ end: string, output: string, hasHung: boolean }>}
 */
async function spawnAndPrint(command, env, silenceMs) {
  const { child, kill } = spawnGroup(command, env);
  let output = '';
  let hasHung = false;
  const silence = setTimeout(() => {
    hasHung = true;
    kill('SIGTERM');
    setTimeout(kill, reportMs, 'SIGKILL').unref();
  }, silenceMs);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      if (!hasHung) silence.refresh();
      process.stdout.write(chunk);
      output = `${output}${chunk}`.slice(-keptOutput);
    });
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearTimeout(silence);
  // A process that the suite left behind keeps the pipes open for as long as it runs.
  await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  const exit = signal ? `ended by ${signal}` : `exit code ${code}`;
  const end = hasHung ? `ended after ${silenceMs / 1000} s without output` : exit;
  return { end, output: stripVTControlCharacters(output), hasHung };
}

/** @type {typeof import('./run.mjs').runOnce} */
export async function runOnce(folder, suite, only) {
  const { name, env: ownEnv, read, command, selectFailed, silenceMs = maxSilenceMs } = suite;
  const file = join(folder, `${only ? 'second-' : ''}${name.replaceAll(' ', '-')}.json`);
  rmSync(file, { force: true }); // that of a run before
  const env = { ...ownEnv, TEST_REPORT: file, ...(only ? { TEST_SLOWNESS: '2' } : {}) };
  const options = [...command, ...(only ? selectFailed(only) : [])];
  const { end, output, hasHung } = await spawnAndPrint(options, env, silenceMs);
  const context = listExplaining(output).slice(-lastLines);
  const fail = (/** @type {string} */ reason) => ({
    name,
    error: `${end}, ${reason}`,
    context,
  });
  try {
    const outcome = read(JSON.parse(readFileSync(file, 'utf8')));
    const isInterrupted =
      hasHung || /^(?:exit code (?:130|143)|ended by SIG(?:INT|TERM|HUP))$/.test(end);
    const isUnexplained =
      outcome.failed.length === 0 && (end !== 'exit code 0' || outcome.passed.length === 0);
    const failed = [
      // What hung once would take as long again.
      ...outcome.failed.map((each) => (hasHung ? { ...each, isFinal: true } : each)),
      ...(isInterrupted ? [{ ...fail('interrupted'), isFinal: true }] : []),
      ...(isUnexplained && !isInterrupted ? [fail('no failed test')] : []),
    ];
    return {
      ...outcome,
      failed: failed.map((each) => (each.file ? each : { ...each, context })),
    };
  } catch (cause) {
    const reason = existsSync(file) ? `no report: ${cause}` : 'no report';
    const failed = [{ ...fail(reason), isFinal: hasHung }];
    return { passed: [], failed, skipped: [], files: [] };
  }
}

/** One run of all checks and suites. Reports are written to a folder. */
export class TestRun {
  start = performance.now();
  passed = 0;
  /** Failed tests, also the second time. @type {import('./reports.mjs').Failure[]} */
  failures = [];
  /** Tests that passed the second time. @type {import('./reports.mjs').Failure[]} */
  unstable = [];
  /** Reasons of skipped tests. @type {string[]} */
  skips = [];
  /** Time of each part. @type {Record<string, string>} */
  times = {};
  /** Second runs, made after all suites. @type {(() => Promise<void>)[]} */
  secondRuns = [];

  /** @param {string} folder */
  constructor(folder) {
    this.folder = resolve(root, folder);
    if (resolve(root).startsWith(this.folder)) throw new Error(`${this.folder} would be emptied`);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }

  /** @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
  async measure(name, work) {
    const start = performance.now();
    print([`── ${name}`]);
    const outcome = await work();
    this.times[name] = secondsSince(start);
    print([`── ${name}: ended after ${this.times[name]}`, '']);
    return outcome;
  }

  /**
   * Runs commands side by side, because each of them uses one core for most of its time. Each
   * counts as one test, and its output is printed at its end. Returns the names of those that failed.
   * @param {string} name @param {Record<string, string>} commands @param {number} limitMs
   * @returns {Promise<string[]>}
   */
  async runCommands(name, commands, limitMs = maxCommandMs) {
    const start = performance.now();
    /** @type {import('./reports.mjs').Failure[]} */
    const failed = [];
    const options = { cwd: root, maxBuffer: Infinity, timeout: limitMs };
    const runCommand = (/** @type {[string, string]} */ [part, command]) =>
      new Promise((done) => {
        exec(command, { ...options, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
          const end = error?.killed ? `\nended after ${limitMs / 1000} s` : '';
          const output = `${`${stdout}${stderr}`.trimEnd()}${end}`.trim();
          print([`── ${part}: ${error ? 'failed' : 'done'}`, output, '']);
          const context = output.split('\n').slice(maxErrorLines).slice(-lastLines); // e.g. of a build
          if (error) failed.push({ name: part, error: output || error.message, context });
          else this.passed += 1;
          done(undefined);
        });
      });
    await Promise.all(Object.entries(commands).map(runCommand));
    this.failures.push(...failed);
    this.times[name] = secondsSince(start);
    return failed.map((each) => each.name);
  }

  /**
   * Runs a suite. Its failed tests run again, alone, when all suites have ended.
   * @param {import('./run.mjs').Suite} suite
   */
  async runSuite(suite) {
    const { name } = suite;
    const outcome = await this.measure(name, () => runOnce(this.folder, suite));
    this.passed += outcome.passed.length;
    this.skips.push(...outcome.skipped);
    print([`Slowest files of ${name}`, ...describeSlowest(outcome.files), '']);
    const failed = outcome.failed.filter(({ isFinal }) => !isFinal);
    this.failures.push(...outcome.failed.filter(({ isFinal }) => isFinal));
    if (!canRunAgain(failed)) this.failures.push(...failed);
    else this.secondRuns.push(() => this.runFailedAgain(suite, { ...outcome, failed }));
  }

  /** @param {import('./run.mjs').Suite} suite @param {import('./reports.mjs').Outcome} first */
  async runFailedAgain(suite, first) {
    const again = await this.measure(`${suite.name}, second run`, () =>
      runOnce(this.folder, suite, first.failed),
    );
    const { passed, failed, unstable } = compareRuns(first, again);
    this.passed += passed;
    this.failures.push(...failed);
    this.unstable.push(...unstable);
  }

  /** Makes the second runs and prints the outcome. Returns true when every test passed. */
  async finish() {
    for (const secondRun of this.secondRuns) await secondRun();
    const { unstable, failures, skips, times, passed } = this;
    const file = join(this.folder, 'unstable.json');
    writeFileSync(file, JSON.stringify(unstable, undefined, 2));
    if (unstable.length > maxUnstable)
      failures.push({
        name: 'unstable tests',
        error: `${unstable.length}, at most ${maxUnstable}`,
      });
    times['all'] = secondsSince(this.start);
    print(['', 'Time of each part']);
    print(Object.entries(times).map(([name, time]) => `${time.padStart(9)}  ${name}`));
    if (unstable.length > 0)
      print([
        '',
        'Unstable (flaky): passed in the second run (CONTRIBUTING.md)',
        ...unstable.map(formatFailure),
      ]);
    print(['', ...describeFailures(failures), ...describeSkipped(skips)]);
    print([`${passed} passed, ${failures.length} failed`]);
    return failures.length === 0;
  }
}
