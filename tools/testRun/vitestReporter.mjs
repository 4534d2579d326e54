// Reporter of vitest. Its JSON report lacks errors outside of tests, e.g. of a worker that ended,
// and those of the hooks of a group.
import { writeFileSync } from 'node:fs';

/** @typedef {{ message: string, diff?: string, stack?: string, VITEST_TEST_PATH?: string }} TestError */

/** @param {TestError} error @returns {import('./reports.mjs').ReportedError} */
function describeError({ message, diff, stack = '', VITEST_TEST_PATH: file }) {
  const reason = diff ? `${message}\n${diff}` : message;
  const hasMessage = stack.includes(message); // that of a timeout lacks it
  return { text: hasMessage ? stack.replace(message, () => reason) : `${reason}\n${stack}`, file };
}

/** @param {import('vitest/node').TestSuite | import('vitest/node').TestCase} task */
const listNames = (task) =>
  task.parent.type === 'module' ? [task.name] : [...listNames(task.parent), task.name];

/** @param {import('vitest/node').TestModule} module @returns {import('./reports.mjs').TestFile} */
function describeModule(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: listNames(test).join(' '), // as option -t compares it
    line: test.location?.line,
    state: test.result().state,
    errors: (test.result().errors ?? []).map(describeError),
  }));
  return {
    file: module.moduleId,
    hasEnded:
      ['passed', 'failed', 'skipped'].includes(module.state()) &&
      tests.every(({ state }) => state !== 'pending'),
    seconds: module.diagnostic().duration / 1000,
    errors: [module, ...module.children.allSuites()]
      .flatMap((suite) => suite.errors())
      .map(describeError),
    tests,
  };
}

/** Writes the report into the file that TEST_REPORT names. */
export default class TestsReporter {
  /** Paths of the files that this run has to run. @type {string[]} */
  expected = [];

  /** The runner ends a run that hangs. @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    process.once('SIGTERM', () => {
      this.onTestRunEnd(vitest.state.getTestModules(), []);
      process.exit(143);
    });
  }

  /** @param {readonly import('vitest/node').TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    this.expected = specifications.map(({ moduleId }) => moduleId);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} errors
   */
  onTestRunEnd(modules, errors) {
    /** @type {import('./reports.mjs').TestsReport} */
    const report = {
      files: [...modules.map(describeModule), ...this.listUnstarted(modules)],
      errors: errors.map(describeError),
    };
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(report));
  }

  /** Lists files that no worker started, as when the one before them ended. */
  listUnstarted(/** @type {readonly import('vitest/node').TestModule[]} */ modules) {
    const started = new Set(modules.map(({ moduleId }) => moduleId));
    return this.expected
      .filter((file) => !started.has(file))
      .map((file) => ({ file, hasEnded: false, seconds: 0, errors: [], tests: [] }));
  }
}
