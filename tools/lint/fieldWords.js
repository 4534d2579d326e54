/** Words that CONTRIBUTING.md, "How we write", refuses in comments and test titles. */
const refused =
  /\b(?:whoever|somebody|nobody|anew|mend(?:s|ed|ing)?|told|any more|is over|are over|goes on|go on)\b/i;

/** A doc comment starts with a verb or a noun; these openings name neither. */
const vagueOpening = /^\*[\s*]*(?:What|Whether|Of)\b/;

const titleFunctions = new Set(['describe', 'it', 'test']);

/** Returns the title of a test, such as `it('…')` or `it.each(rows)('…')`; else undefined. */
function getTitle({ callee, arguments: [title] }) {
  let name = callee;
  while (name.type !== 'Identifier') {
    if (name.type === 'CallExpression') name = name.callee;
    else if (name.type === 'MemberExpression') name = name.object;
    else return undefined;
  }
  if (!titleFunctions.has(name.name)) return undefined;
  if (title?.type === 'TemplateLiteral')
    return title.quasis.map(({ value }) => value.cooked).join('…');
  return typeof title?.value === 'string' ? title.value : undefined;
}

/** Reports refused words in comments and in titles of tests. */
const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      word: '"{{word}}" is not a word of the field (CONTRIBUTING.md, How we write).',
      opening: 'Start with a verb or a noun (CONTRIBUTING.md, How we write).',
    },
  },
  create(context) {
    const reportWord = (text, at) => {
      const word = refused.exec(text)?.[0];
      if (word) context.report({ ...at, messageId: 'word', data: { word } });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          reportWord(comment.value, { loc: comment.loc });
          const isDoc = comment.type === 'Block' && comment.value.startsWith('*');
          if (isDoc && vagueOpening.test(comment.value))
            context.report({ loc: comment.loc, messageId: 'opening' });
        }
      },
      CallExpression(node) {
        const title = getTitle(node);
        if (title) reportWord(title, { node });
      },
    };
  },
};

export const fieldWords = { rules: { 'field-words': rule } };
