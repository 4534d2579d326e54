import { describe, expect, it } from 'vitest';
import { createLint } from './lint/runRule.ts';

/** Returns the code of each bare text that the rule reports. */
const lint = createLint('translatablePages.js', 'translation/no-bare-text');

describe('the lint rule for translated pages', () => {
  it.each([
    ['<b>{isBusy && <i />}{children}</b>', '{children}'],
    ['<b>{isBusy ? <i /> : icon}{`${count} files`}</b>', '{`${count} files`}'],
    ["<b>{isOpen && 'open'}<i /></b>", "{isOpen && 'open'}"],
    ['<b><i />{isOwn ? <Message /> : sender.name}</b>', '{isOwn ? <Message /> : sender.name}'],
    [
      '<b><i />{date && intl.formatMessage(texts.date)}</b>',
      '{date && intl.formatMessage(texts.date)}',
    ],
    ['<b><i />{isNew && <>- <Message /></>}</b>', '{isNew && <>- <Message /></>}'],
    ["<>{isOpen && 'open'}</>", "{isOpen && 'open'}"],
    ['<ul>{rows.map((row) => <li key={row} />)}{title}</ul>', '{title}'],
    ['<b><Message id="all" /> {forms.length}</b>', '{forms.length}'],
    ['<b>{unreadCount} <Message id="unread" /></b>', '{unreadCount}'],
    ['<b><i />{name}</b>', '{name}'],
    ['<b>{name}{isOpen && <i />}</b>', '{name}'],
    ['<b><i />{`${names} files`}</b>', '{`${names} files`}'],
    ["<b><i />{isOpen ? 'open' : 'closed'}</b>", "{isOpen ? 'open' : 'closed'}"],
    ['<b><i />{shortDate(creationDate)}</b>', '{shortDate(creationDate)}'],
    ['<b><i />{index + 1}</b>', '{index + 1}'],
    ['<b>{name}:</b>', '{name}'],
    ['<>{name}</>', '{name}'],
    ['<Message values={{ b: (digits) => <b>{digits}</b> }} />', '{digits}'],
    ['<Entry again={(words) => <a>{words}</a>} />', '{words}'],
  ])('The rule reports the bare text of %s', (source, bare) => {
    expect(lint(`export const shown = ${source};`)).toEqual([bare]);
  });

  it.each([
    ['const State = ({ message }) => message;', 'message'],
    ['function State({ isOpen }) { if (isOpen) return `open`; return <i />; }', '`open`'],
    [
      'const marks = parts.map(({ isHit, text }) => (isHit ? <b>{text}</b> : text));',
      'isHit ? <b>{text}</b> : text',
    ],
    [
      "const draw = (piece) => { if (typeof piece === 'string') return piece; return <a />; };",
      'piece',
    ],
    [
      "const draw = (piece) => (typeof piece === 'string' ? piece : <a href={piece.url} />);",
      "typeof piece === 'string' ? piece : <a href={piece.url} />",
    ],
  ])('The rule reports the text that %s returns', (source, bare) => {
    expect(lint(source)).toEqual([bare]);
  });

  it.each([
    '<b>{isOpen ? name : <i />}</b>',
    '<b>{name}</b>',
    '<b>{isOpen ? name : title}</b>',
    '<b><i /><span>{name}</span></b>',
    "<b><i />{' · '}</b>",
    '<b><i />{`files`}</b>',
    '<WrappedText>{name}: <i /></WrappedText>',
    '<Message values={{ link: (words) => <a><WrappedText>{words}</WrappedText></a> }} />',
    '<b>{isFirst || isLast}<i /></b>',
    'rows.map((words) => words.map((word) => <b>{word}</b>))',
    'rows.map((row) => <b>{words}</b>)',
    '<b>{isBusy && <i />}<WrappedText>{name}</WrappedText></b>',
    '<b>{isBusy && <i />}{wrapText(children)}</b>',
    '<b>{isOwn ? <Message /> : wrapText(sender.name)}<i /></b>',
    '<b>{isBusy && <i />}<Message />{consent}</b>',
    '<b>\n  {isBusy && <i />}\n  {/* beside it */}\n  <i />\n</b>',
    '<Button label={isOpen ? name : <i />} />',
    '<b>{forms.length}</b>',
    '<b><Message id="all" /> <WrappedText>{forms.length}</WrappedText></b>',
    '() => isOpen ? name : undefined',
    'function Provider({ children }) { return isLoaded ? children : <i />; }',
    'function getText() { return `text`; }',
    "function clean(value) { if (typeof value === 'string') return value; return undefined; }",
  ])('The rule accepts %s', (source) => {
    expect(
      lint(source.startsWith('function') ? source : `export const shown = ${source};`),
    ).toEqual([]);
  });
});
