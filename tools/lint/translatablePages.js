/*
 * Page translation moves each text node into another element. React then fails to remove a text
 * node, or to insert an element before it (NotFoundError), and a change of a text node does not
 * show. A text that is the only child of an element is safe, because React sets the text of that
 * element. The rule finds three kinds of bare text:
 * - text that changes or comes and goes, beside other children or in a fragment,
 * - text after a child that comes and goes,
 * - the parts of a message, because they are an array.
 * <WrappedText> may have such children, because its key mounts it again. The rule reads no types:
 * values count as texts by their names.
 */

const textNames =
  /(?:name|text|label|title|header|message|author|sender|address|phone|size)$|^host$/i;
const numberNames = /^(?:length|count|total)$|(?:Length|Count|Total)$/;
const textCalls = /^(?:format\w*|join|String|localize|cutText|clip\w*|\w*Text|day|\w*Date)$/;
/** Functions that return an element. */
const elementCalls = /^(?:render|wrap)/;

const readName = (name) => {
  if (name === 'undefined') return ['none'];
  if (name === 'children') return ['children'];
  return textNames.test(name) || numberNames.test(name) ? ['text'] : ['other'];
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

/** Returns the kinds of a choice. Between two fixed texts it is a text that changes. */
function listChosenKinds({ test, consequent, alternate }) {
  const kinds = [...listProvenKinds(consequent, test), ...listKinds(alternate)];
  return kinds.filter((kind) => kind === 'fixed').length > 1 ? [...kinds, 'text'] : kinds;
}

const readers = {
  Literal: ({ value }) => {
    const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isText ? ['fixed'] : ['none'];
  },
  TemplateLiteral: ({ expressions }) => (expressions.length > 0 ? ['text'] : ['fixed']),
  JSXText: () => ['fixed'],
  JSXElement: () => ['element'],
  JSXFragment: ({ children }) => listChildren(children).flatMap(listKinds),
  JSXExpressionContainer: ({ expression }) => listKinds(expression),
  ConditionalExpression: listChosenKinds,
  LogicalExpression: ({ operator, left, right }) =>
    operator === '&&' ? ['none', ...listKinds(right)] : union(left, right),
  BinaryExpression: ({ operator }) => (/^[-+*/%]$/.test(operator) ? ['text'] : ['other']),
  ChainExpression: ({ expression }) => listKinds(expression),
  TSNonNullExpression: ({ expression }) => listKinds(expression),
  TSAsExpression: ({ expression }) => listKinds(expression),
  ParenthesizedExpression: ({ expression }) => listKinds(expression),
  CallExpression: listKindsOfCall,
  Identifier: ({ name }) => readName(name),
  MemberExpression: (node) => readName(getName(node)),
};

/**
 * Returns what an expression may render: `text` (which changes), `fixed` (text), `children`,
 * `element`, `none` or `other`.
 */
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

const isText = (kind) => kind === 'text' || kind === 'fixed';
const isBare = (child) => listKinds(child).some((kind) => isText(kind) || kind === 'children');
const changes = (child) => listKinds(child).includes('text');
const comesAndGoes = (child) =>
  new Set(listKinds(child).map((kind) => (isText(kind) ? 'text' : kind))).size > 1;

/** Returns the bare texts that change, come and go, or follow a child that does, among children. */
function findBareTexts(rendered) {
  return rendered.filter(
    (child, index) =>
      isBare(child) &&
      (changes(child) || comesAndGoes(child) || (index > 0 && comesAndGoes(rendered[index - 1]))),
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

/**
 * Returns true for the parts of a message, which a function of its values gets: a parameter `words`,
 * or that of a property.
 */
function isMessageParts(child) {
  const { name } = child.expression ?? {};
  const outer = findFunction(child);
  const [first] = outer?.params ?? [];
  if (name === undefined || name !== first?.name) return false;
  return name === 'words' || outer.parent.type === 'Property';
}

/** Returns the children of an element or a fragment that a translated page breaks. */
function findBroken({ type, children, openingElement }) {
  if (openingElement && getName(openingElement.name) === 'WrappedText') return [];
  const rendered = listChildren(children);
  const isOnly = rendered.length < 2 && type === 'JSXElement'; // React sets the text of the parent
  const parts = rendered.filter(isMessageParts);
  return isOnly ? parts : [...parts, ...findBareTexts(rendered)];
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
    const checkChildren = (node) => findBroken(node).forEach(report);
    /** Reports a text that a component returns, and one that a function returns or an element. */
    const checkResult = (result, kinds, outer) => {
      if (kinds.some(isText) && (isComponent(outer) || kinds.includes('element'))) report(result);
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
