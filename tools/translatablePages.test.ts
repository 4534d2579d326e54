import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'formakte-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

const configFile = join(folder, '.oxlintrc.json');
writeFileSync(
  configFile,
  JSON.stringify({
    jsPlugins: [fileURLToPath(new URL('lint/translatablePages.js', import.meta.url))],
    categories: { correctness: 'off' },
    rules: { 'translation/no-bare-text': 'error' },
  }),
);

type Report = { diagnostics: { labels: { span: { offset: number; length: number } }[] }[] };

/** Returns the code of each bare text that the rule reports. */
function lint(source: string): string[] {
  const file = join(folder, 'file.tsx');
  writeFileSync(file, source);
  const program = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url));
  let output: string;
  try {
    output = execFileSync(process.execPath, [program, '-c', configFile, '-f', 'json', file], {
      encoding: 'utf8',
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout; // it exits with 1 after an error
  }
  const { diagnostics } = JSON.parse(output) as Report;
  return diagnostics.map(({ labels: [label] }) =>
    label ? source.slice(label.span.offset, label.span.offset + label.span.length) : '',
  );
}

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
  ])('The rule reports the text that %s returns', (source, bare) => {
    expect(lint(source)).toEqual([bare]);
  });

  it.each([
    '<b>{isOpen ? name : <i />}</b>',
    '<b>{name}{isOpen && <i />}</b>',
    '<b><i />{name}</b>',
    '<b>{isBusy && <i />}<WrappedText>{name}</WrappedText></b>',
    '<b>{isBusy && <i />}{wrapText(children)}</b>',
    '<b>{isOwn ? <Message /> : wrapText(sender.name)}<i /></b>',
    '<b>{isBusy && <i />}<Message />{consent}</b>',
    '<b>\n  {isBusy && <i />}\n  {/* beside it */}\n  <i />\n</b>',
    '<Button label={isOpen ? name : <i />} />',
    '() => isOpen ? name : undefined',
    'function Provider({ children }) { return isLoaded ? children : <i />; }',
    'function getText() { return `text`; }',
  ])('The rule accepts %s', (source) => {
    expect(
      lint(source.startsWith('function') ? source : `export const shown = ${source};`),
    ).toEqual([]);
  });
});
