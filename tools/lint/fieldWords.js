/** Words that CONTRIBUTING.md, "How we write", refuses in comments and test titles. */
const refused =
  /\b(?:whoever|somebody|nobody|anew|mend(?:s|ed|ing)?|told|any more|is over|are over|goes on|go on)\b/i;

/** A doc comment starts with a verb or a noun; these openings name neither. */
const vagueOpening = /^\*[\s*]*(?:What|Whether|Of)\b/;

/** A sentence starts with a capital letter, or with code, a number or a placeholder, that words follow. */
const sentence = /^[\p{Lu}`\d%$…/].*\s/u;

/**
 * Returns the title of a test or group, such as `it('…')`, `it.each(rows)('…')` or
 * `test.describe('…')`; else undefined.
 */
function getTitle({ callee, arguments: [title] }) {
  let name = callee;
  let isGroup = false;
  while (name.type !== 'Identifier') {
    if (name.type === 'CallExpression') name = name.callee;
    else if (name.type === 'MemberExpression') {
      isGroup ||= name.property.name === 'describe';
      name = name.object;
    } else return undefined;
  }
  isGroup ||= name.name === 'describe';
  if (!isGroup && name.name !== 'it' && name.name !== 'test') return undefined;
  const text =
    title?.type === 'TemplateLiteral'
      ? title.quasis.map(({ value }) => value.cooked).join('…')
      : title?.value;
  return typeof text === 'string' ? { text, isGroup } : undefined;
}

/** Reports refused words in comments and titles of tests, and titles that are no sentence. */
const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      word: '"{{word}}" is not a word of the field (CONTRIBUTING.md, How we write).',
      sentence: 'Write a sentence that starts with a capital (CONTRIBUTING.md, How we write).',
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
        if (!title) return;
        reportWord(title.text, { node });
        if (!title.isGroup && !sentence.test(title.text))
          context.report({ node, messageId: 'sentence' });
      },
    };
  },
};

export default { meta: { name: 'formakte' }, rules: { 'field-words': rule } };
