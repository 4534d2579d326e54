/*
 * Page translation moves each text node into another element. React then fails to remove a text
 * node, or to insert an element before it (NotFoundError). A changed text node does not show. The
 * rule finds bare text that comes and goes beside other children, bare text after a child that does,
 * and bare numbers beside other children. It reads no types: values count as texts and numbers by
 * their names.
 */

const textNames = /(?:name|text|label|title|header|message|words|author|sender)$/i;
/** Numbers mostly change while they are shown. */
const numberNames = /^(?:length|count|total)$|(?:Length|Count|Total)$/;
const textCalls = /^(?:format\w*|join|String|localize|cutText|\w*Text)$/;
/** Functions that return an element. */
const elementCalls = /^(?:render|wrap)/;

const readName = (name) => {
  if (name === 'undefined') return ['none'];
  if (name === 'children') return ['children'];
  if (numberNames.test(name)) return ['number'];
  return textNames.test(name) ? ['text'] : ['other'];
};

const getName = ({ type, name, property }) => {
  if (type === 'Identifier' || type === 'JSXIdentifier') return name;
  return type === 'MemberExpression' ? (property.name ?? '') : '';
};

const union = (...nodes) => nodes.flatMap(listKinds);

function listKindsOfCall({ callee, arguments: [callback] }) {
  const name = getName(callee);
  if (name === 'map' || name === 'flatMap')
    return ['none', ...(callback?.body ? listKinds(callback.body) : [])];
  return textCalls.test(name) && !elementCalls.test(name) ? ['text'] : ['other'];
}

/** Returns the name that a test proves to be a text: `typeof name === 'string'`. */
function readTextTest({ type, operator, left, right }) {
  const isTypeof = type === 'BinaryExpression' && operator === '===' && left.operator === 'typeof';
  return isTypeof && right.value === 'string' ? getName(left.argument) : '';
}

/** Returns the kinds of a value that a test has proved to be a text, or of any other. */
const listProvenKinds = (node, test) => {
  const name = getName(node);
  return name && name === readTextTest(test) ? ['text'] : listKinds(node);
};

const readers = {
  Literal: ({ value }) => {
    const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isText ? ['text'] : ['none'];
  },
  TemplateLiteral: () => ['text'],
  JSXText: () => ['text'],
  JSXElement: () => ['element'],
  JSXFragment: ({ children }) => listChildren(children).flatMap(listKinds),
  JSXExpressionContainer: ({ expression }) => listKinds(expression),
  ConditionalExpression: ({ test, consequent, alternate }) => [
    ...listProvenKinds(consequent, test),
    ...listKinds(alternate),
  ],
  LogicalExpression: ({ operator, left, right }) =>
    operator === '&&' ? ['none', ...listKinds(right)] : union(left, right),
  ChainExpression: ({ expression }) => listKinds(expression),
  TSNonNullExpression: ({ expression }) => listKinds(expression),
  TSAsExpression: ({ expression }) => listKinds(expression),
  ParenthesizedExpression: ({ expression }) => listKinds(expression),
  CallExpression: listKindsOfCall,
  Identifier: ({ name }) => readName(name),
  MemberExpression: (node) => readName(getName(node)),
};

/** Returns what an expression may render: `text`, `children`, `element`, `none` or `other`. */
function listKinds(node) {
  return readers[node.type]?.(node) ?? ['other'];
}

const isIndent = ({ type, value }) =>
  type === 'JSXText' && value.trim() === '' && value.includes('\n');
const isComment = ({ type, expression }) =>
  type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression';

/** Returns the children that React renders. */
const listChildren = (children) =>
  children.filter((child) => !isIndent(child) && !isComment(child));

const isNumber = (child) => listKinds(child).includes('number');
const isText = (child) =>
  listKinds(child).some((kind) => ['text', 'number', 'children'].includes(kind));
const varies = (child) => new Set(listKinds(child)).size > 1;

/** Returns the bare texts that come and go or follow one, and bare numbers, among children. */
function findBareTexts({ type, children }) {
  const rendered = listChildren(children);
  if (rendered.length < 2 && type === 'JSXElement') return []; // React sets the text of the parent
  return rendered.filter(
    (child, index) =>
      isText(child) &&
      (isNumber(child) || varies(child) || (index > 0 && varies(rendered[index - 1]))),
  );
}

const functions = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']);

/** Returns true for a component, a function whose name begins with a capital letter. */
function isComponent({ id, parent }) {
  const { name = '' } = id ?? (parent?.type === 'VariableDeclarator' ? parent.id : {});
  return /^[A-Z]/.test(name);
}

function findFunction(node) {
  let outer = node;
  while (outer && !functions.has(outer.type)) outer = outer.parent;
  return outer;
}

/** Returns the kinds of a returned value, also of one that an `if` around it has proved a text. */
function listReturnedKinds({ argument, parent }) {
  const outer = parent.type === 'BlockStatement' ? parent.parent : parent;
  return listProvenKinds(argument, outer.type === 'IfStatement' ? outer.test : argument);
}

const rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      bare: 'A translated page breaks at this bare text: use <WrappedText> (CONTRIBUTING.md, How to add a screen).',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'bare' });
    const checkChildren = (node) => findBareTexts(node).forEach(report);
    /** Reports a text that a component returns, and one that a function returns or an element. */
    const checkResult = (result, kinds, outer) => {
      if (kinds.includes('text') && (isComponent(outer) || kinds.includes('element')))
        report(result);
    };
    /** The results that each function returns by its statements. */
    const returned = new Map();
    const addReturn = (node) => {
      const outer = node.argument && findFunction(node);
      if (!outer) return;
      const all = returned.get(outer) ?? [];
      returned.set(outer, [...all, { result: node.argument, kinds: listReturnedKinds(node) }]);
    };
    const checkReturns = () => {
      for (const [outer, results] of returned) {
        const shared = results.some(({ kinds }) => kinds.includes('element')) ? ['element'] : [];
        for (const { result, kinds } of results) checkResult(result, [...kinds, ...shared], outer);
      }
    };
    return {
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
      ReturnStatement: addReturn,
      ArrowFunctionExpression: (node) => {
        if (node.body.type !== 'BlockStatement') checkResult(node.body, listKinds(node.body), node);
      },
      'Program:exit': checkReturns,
    };
  },
};

export default { meta: { name: 'translation' }, rules: { 'no-bare-text': rule } };
