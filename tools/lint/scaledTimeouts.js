/*
 * `npm test` runs failed tests a second time with doubled timeouts. A timeout that is a number
 * stays the same then. Most tests need none beside that of their suite (vitest.config.ts,
 * playwright.config.ts); the others write `scaleTimeout(ms)` (tools/testing/timeouts.ts). A limit
 * of the product, which a test may compare with, has a name.
 */

const tests = new Set([
  ...['describe', 'it', 'test'],
  ...['afterAll', 'afterEach', 'beforeAll', 'beforeEach'],
]);
const defaults = new Set(['setDefaultNavigationTimeout', 'setDefaultTimeout']);
const waits = new Set(['waitFor', 'waitUntil']);
const units = new Set(['secondMs', 'minuteMs', 'hourMs']);

/** Returns the first name of a call: `it` of `it.each(rows)('…')`, and `page` of `page.goto()`. */
function getFirstName({ callee }) {
  let node = callee;
  while (node.type !== 'Identifier') {
    if (node.type === 'CallExpression') node = node.callee;
    else if (node.type === 'MemberExpression') node = node.object;
    else return undefined;
  }
  return node.name;
}

const getMethod = ({ type, property }) => (type === 'MemberExpression' ? property.name : undefined);

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fixed: 'Leave it to the suite, or write scaleTimeout(ms): the second run needs longer.',
      wait: 'Use expect.poll, or waitUntil of tools in a hook: the second run needs longer.',
    },
  },
  create(context) {
    /** Values of the constants of this file. */
    const constants = new Map();
    const found = [];

    /** Returns true for a number of milliseconds, also for one that a constant has. */
    function isFixed(node, mayBeConstant = true) {
      if (node?.type === 'Literal') return typeof node.value === 'number' && node.value > 0;
      if (node?.type === 'BinaryExpression')
        return isFixed(node.left, mayBeConstant) && isFixed(node.right, mayBeConstant);
      if (node?.type !== 'Identifier') return false;
      if (units.has(node.name)) return true;
      return mayBeConstant && isFixed(constants.get(node.name), false);
    }

    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init) constants.set(id.name, init);
      },
      Property({ key, value }) {
        if (key.name === 'timeout' || key.value === 'timeout') found.push(value);
      },
      CallExpression(node) {
        const [name, method] = [getFirstName(node), getMethod(node.callee)];
        if (name === 'vi' && waits.has(method)) context.report({ node, messageId: 'wait' });
        const isSetter = defaults.has(method) || (name === 'test' && method === 'setTimeout');
        if (isSetter || tests.has(name)) found.push(...node.arguments.slice(isSetter ? 0 : 1));
      },
      'Program:exit'() {
        for (const node of found) if (isFixed(node)) context.report({ node, messageId: 'fixed' });
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { 'scaled-timeouts': rule } };
