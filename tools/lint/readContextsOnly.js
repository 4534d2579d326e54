/*
 * React repeats a render that has suspended. A promise that the render makes is a new one each time,
 * so that a load that fails begins again without end. `use` therefore reads contexts alone, and
 * what loads is read by `useOutcome` (src/loading), from a cache that keeps failures too.
 */

const isReact = ({ source }) => source.value === 'react';

/** Returns the names under which a file has imported `use`, and those of all of React. */
function readImport({ specifiers }) {
  const named = specifiers.filter(({ type, imported }) =>
    type === 'ImportSpecifier' ? imported.name === 'use' : false,
  );
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
  return {
    uses: named.map(({ local }) => local.name),
    namespaces: whole.map(({ local }) => local.name),
  };
}

const isContext = (argument) =>
  argument?.type === 'Identifier' && /(?:^c|C)ontext$/.test(argument.name);

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      promise:
        'React repeats this render, and each makes a new promise: read it by useOutcome (src/loading).',
    },
  },
  create(context) {
    const uses = new Set();
    const namespaces = new Set();
    const isUse = ({ type, name, object, property }) =>
      type === 'MemberExpression'
        ? property.name === 'use' && namespaces.has(object.name)
        : uses.has(name);
    return {
      ImportDeclaration(node) {
        if (!isReact(node)) return;
        const found = readImport(node);
        found.uses.forEach((name) => uses.add(name));
        found.namespaces.forEach((name) => namespaces.add(name));
      },
      CallExpression(node) {
        if (isUse(node.callee) && !isContext(node.arguments[0]))
          context.report({ node, messageId: 'promise' });
      },
    };
  },
};

export default { meta: { name: 'loading' }, rules: { 'read-contexts-only': rule } };
