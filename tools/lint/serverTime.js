/*
 * The clock of a device can be wrong by years. Pages therefore read `getServerNow()`, and
 * src/device/serverClock.ts alone reads the clock of the device.
 */

const globals = new Set(['globalThis', 'self', 'window']);

/** Returns the name of a property that is written as `.now` or `['now']`. */
const getName = ({ computed, property }) => (computed ? property.value : property.name);

/** Returns true for `Date`, also as a property of the global object. */
const isDate = (node) =>
  node.type === 'MemberExpression'
    ? globals.has(node.object.name) && getName(node) === 'Date'
    : node.type === 'Identifier' && node.name === 'Date';

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      device:
        "The device's clock can be wrong: use getServerNow() or, for a day in a form, getToday().",
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'device' });
    return {
      MemberExpression(node) {
        if (isDate(node.object) && getName(node) === 'now') report(node);
      },
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (isDate(node.callee)) report(node);
      },
    };
  },
};

export default { meta: { name: 'clock' }, rules: { 'server-time': rule } };
