import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import { locales, type Language } from '#schemas/platform/common.ts';
import type { Evidence, ShownItem } from '#schemas/forms/evidence.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import { readRows } from '#src/engine/core/evaluation/evaluateForm.ts';
import { formatSize, getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';
import { createSheet, isolate, type Letterhead, type Sheet } from '#server/pdf/sheet.ts';
import { buildReference } from '#server/forms/reference.ts';

const languageNames: Readonly<Record<Language, string>> = {
  de: 'evidence.language.de',
  en: 'evidence.language.en',
};
const statements = { terms: 'statement.terms', privacy: 'statement.privacy' } as const;

type Context = { sheet: Sheet; evidence: Evidence; text: FormatMessage; locale: string };

const instant = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(new Date(iso));

/** Converts Markdown to plain text; a link's address follows its text. */
const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^\s*[*-]\s+/gm, '• ')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 ($2)')
    .replace(/(\*\*|__)(.+?)\1/g, '$2');

/** Returns the PNG in an answer, if its element type has one. */
function findPicture(item: ShownItem, { answers }: Evidence): Buffer | undefined {
  const { elementId, group } = parseAddress(item.address);
  const given = answers.find((answer) => answer.elementId === (group?.id ?? elementId))?.value;
  const value = group ? readRows(given)[group.row]?.[elementId] : given;
  const dataUrl =
    item.words === undefined ? undefined : registry.get(item.type)?.signature?.getPicture(value);
  return dataUrl === undefined
    ? undefined
    : Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

const allFacts = [
  'evidence.recipient',
  'evidence.sent',
  'evidence.opened',
  'evidence.revision',
  'evidence.language',
  'evidence.submission',
] as const;
type Fact = (typeof allFacts)[number];

function writeFacts(
  { sheet, evidence: { entry, record }, text, locale }: Context,
  wanted: readonly Fact[],
) {
  const facts: [Fact, string][] = [
    ['evidence.recipient', record.accountName],
    ['evidence.sent', instant(entry.submittedAt, locale)],
    ['evidence.opened', instant(record.startedAt, locale)],
    [
      'evidence.revision',
      text('evidence.revision.published', {
        number: record.revision,
        date: instant(record.publishedAt, locale),
      }),
    ],
    ['evidence.language', text(languageNames[record.language], {})],
    ['evidence.submission', `${buildReference(entry.submissionId)} (${entry.submissionId})`],
  ];
  for (const [id, words] of facts) if (wanted.includes(id)) sheet.writeFact(text(id, {}), words);
}

function writeShown(item: ShownItem, { sheet, evidence, text }: Context) {
  const { address, role, label, help, words } = item;
  const level = parseAddress(address).group ? 1 : 0;
  if (role === 'section') return writeTexts(sheet, 'H3', 'section', label, help);
  if (role === 'text')
    return writeTexts(sheet, 'P', 'text', words && withoutMarks(words), undefined, level);
  if (role === 'group') return writeTexts(sheet, 'H3', 'section', label, help);
  if (role === 'row') return writeTexts(sheet, 'H4', 'strong', label);
  const picture = findPicture(item, evidence);
  sheet.writeAnswer(
    {
      label: label ?? address,
      help,
      words: words ?? text('answer.none', {}),
      isMuted: words === undefined,
      ...(picture
        ? { picture: { bytes: picture, alt: text('evidence.picture', { label: label ?? '' }) } }
        : {}),
    },
    level,
  );
}

function writeTexts(
  sheet: Sheet,
  tag: 'P' | 'H3' | 'H4',
  look: 'section' | 'strong' | 'text',
  words: string | undefined,
  help?: string,
  level = 0,
) {
  if (words) sheet.write(tag, look, words, level);
  if (help) sheet.write('P', 'small', help, level);
}

function writeAnswers(context: Context) {
  const {
    sheet,
    evidence: {
      record: { form, pages },
    },
    text,
  } = context;
  for (const words of [form.description, form.notice])
    if (words) sheet.write('P', 'lead', withoutMarks(words));
  for (const { title, shown } of pages) {
    sheet.write('H2', 'heading', pages.length === 1 ? text('evidence.answers', {}) : title);
    for (const item of shown) writeShown(item, context);
  }
}

function writeFiles({
  sheet,
  evidence: {
    record: { files, language },
  },
  text,
}: Context) {
  if (files.length === 0) return;
  sheet.write('H2', 'heading', text('evidence.files', {}));
  for (const { name, size, sha256 } of files) {
    sheet.write(
      'P',
      'text',
      text('evidence.file', { name: isolate(name), size: formatSize(language, size) }),
    );
    sheet.write('P', 'small', `SHA-256 ${sha256}`);
  }
}

function writeConsents({
  sheet,
  evidence: {
    record: { consents },
  },
  text,
}: Context) {
  if (consents.length === 0) return;
  sheet.write('H2', 'heading', text('evidence.consents', {}));
  for (const { sentence, isAccepted, textHash } of consents) {
    sheet.write(
      'P',
      'text',
      text(isAccepted ? 'evidence.accepted' : 'evidence.notAccepted', { sentence }),
    );
    sheet.write('P', 'small', text('evidence.textHash', { hash: textHash }));
  }
}

function writeChain({ sheet, evidence: { hash, entry, record }, text }: Context, file: string) {
  sheet.write('H2', 'heading', text('evidence.chain', {}));
  sheet.write('P', 'text', text('evidence.embedded', { file }));
  const facts: [string, string][] = [
    ['evidence.position', String(entry.position)],
    ['evidence.hash', hash],
    ['evidence.previousHash', entry.previousHash ?? text('evidence.first', {})],
    ['evidence.recordHash', entry.recordHash],
    ['evidence.definitionHash', record.definitionHash],
    ['evidence.answersHash', record.answersHash],
  ];
  for (const [id, words] of facts) sheet.writeFact(text(id, {}), words);
}

function writeAppendix({
  sheet,
  evidence: {
    record: { consents },
    texts,
  },
  text,
}: Context) {
  for (const { kind, textHash } of consents) {
    sheet.newPage();
    sheet.write('H2', 'heading', text('evidence.appendix', { title: text(statements[kind], {}) }));
    for (const paragraph of texts.find(({ hash }) => hash === textHash)?.text.split(/\n{2,}/) ??
      []) {
      if (paragraph.startsWith('#')) sheet.write('H3', 'strong', withoutMarks(paragraph));
      else sheet.write('P', 'text', withoutMarks(paragraph));
    }
  }
}

/** Begins a PDF in the language shown, with a title. */
function begin(evidence: Evidence, sender: Letterhead, kind: 'evidence.kind' | 'answersPdf.kind') {
  const { entry, record } = evidence;
  const text = getTexts(record.language);
  const { title } = record.form;
  const sheet = createSheet({
    title: `${text(kind, {})}: ${title}`,
    author: record.accountName,
    language: locales[record.language],
    at: new Date(entry.submittedAt),
    sender,
  });
  sheet.write('P', 'kind', text(kind, {}));
  sheet.write('H1', 'title', title);
  const context: Context = { sheet, evidence, text, locale: locales[record.language] };
  const finish = () =>
    sheet.finish((page, pages) => text('evidence.page', { title: isolate(title), page, pages }));
  return { context, title, finish };
}

/** Renders the evidence as a PDF in the language shown, with the complete JSON attached. */
export function writeEvidencePdf(evidence: Evidence, sender: Letterhead): Promise<Buffer> {
  const { context, title, finish } = begin(evidence, sender, 'evidence.kind');
  const file = `evidence-${evidence.entry.submissionId}.json`;
  context.sheet.attach(file, Buffer.from(toCanonicalJson(evidence)), title);
  writeFacts(context, allFacts);
  writeAnswers(context);
  writeFiles(context);
  writeConsents(context);
  writeChain(context, file);
  writeAppendix(context);
  return finish();
}

/** Renders the answers as a PDF in the language shown, without what proves them. */
export function writeAnswersPdf(evidence: Evidence, sender: Letterhead): Promise<Buffer> {
  const { context, finish } = begin(evidence, sender, 'answersPdf.kind');
  writeFacts(context, ['evidence.recipient', 'evidence.sent', 'evidence.submission']);
  writeAnswers(context);
  writeFiles(context);
  return finish();
}
