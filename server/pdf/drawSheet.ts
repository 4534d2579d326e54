import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { deriveBrandTokens } from '#schemas/accounts/brand.rules.ts';
import type { AnswerToWrite, SheetContent, SheetOptions } from './sheet.ts';
import { layOutLine, type Piece } from './layOutLine.ts';
import { buildSource, getFont, type Face, type Weight } from './fontFiles.ts';
import { latin, prepareFonts } from './typeface.ts';

const margin = 56; // points, about 2 cm
const footerRoom = 40;
const indent = 14;
const lineGap = 1.5;
const factColumn = 120;
const logo = { width: 160, height: 44, below: 14 };
/** Minimum space below a heading or a question, to keep it with its text (orphan control). */
const roomBelow = { P: 0, H1: 200, H2: 150, H3: 110, H4: 90, LI: 64 } as const;
const colors = { ink: '#1a1a1a', muted: '#595959', line: '#c8c8c8' } as const;

type Type = { size: number; weight: Weight };
type Look = {
  size: number;
  weight?: Weight;
  color?: keyof typeof colors | 'brand';
  before?: number;
  /** from the margin */ left?: number;
};
const looks = {
  kind: { size: 10, color: 'brand' },
  title: { size: 22, weight: 'strong', before: 2 },
  heading: { size: 15, weight: 'strong', before: 20 },
  section: { size: 12.5, weight: 'strong', before: 14 },
  strong: { size: 11, weight: 'strong', before: 8 },
  lead: { size: 11, before: 12 },
  text: { size: 11, before: 3 },
  fact: { size: 9.5, before: 3 },
  question: { size: 9.5, color: 'muted', before: 8 },
  answer: { size: 11, before: 1 },
  small: { size: 8.5, color: 'muted', before: 1 },
} as const satisfies Record<string, Look>;
export type LookName = keyof typeof looks;
export type ParagraphTag = Exclude<keyof typeof roomBelow, 'LI'>;

type Doc = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement;

const getLook = (name: LookName, level: number): Look => ({
  ...looks[name],
  left: level * indent,
});

function openDocument({ title, author, language, at }: SheetOptions): Doc {
  return new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerRoom },
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
}

/** Draws the logo as an artifact for screen readers, because the text names the account. */
function drawLogo(pdf: Doc, picture: Uint8Array): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.image(toBuffer(picture), margin, margin, { fit: [logo.width, logo.height] });
  pdf.endMarkedContent();
  pdf.y = margin + logo.height + logo.below;
}

/** Draws words in a look, and starts a page when the current one has no room. */
function createPen(pdf: Doc, accentColor: string) {
  const brand = deriveBrandTokens(accentColor, 'light').accentText; // removes control characters
  const known = new Set<string>();

  function keepTogether(height: number) {
    if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  }

  function useFont(face: Face, { size, weight }: Type) {
    const font = getFont(face, weight);
    if (!known.has(font.name)) pdf.registerFont(font.name, buildSource(font));
    known.add(font.name);
    pdf.font(font.name).fontSize(size);
  }

  /** Draws the pieces of a row. Screen readers get the text of one whose glyphs differ from it. */
  function drawRow(pieces: readonly Piece[], x: number, baseline: number, type: Type) {
    pdf.x = x;
    for (const { face, text } of pieces) {
      useFont(face, type);
      if (face.family.isShaped) pdf.markContent('Span', { actual: text });
      pdf.text(text, pdf.x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (face.family.isShaped) pdf.endMarkedContent();
    }
  }

  function drawLine(line: string, { size, weight = 'regular', color = 'ink', left = 0 }: Look) {
    const type = { size, weight };
    const room = pdf.page.width - 2 * margin - left;
    const { ascent, height } = getFont(latin, weight);
    function measure({ face, text }: Piece): number {
      useFont(face, type);
      return pdf.widthOfString(text);
    }
    const { rows, isRightToLeft } = layOutLine(line, weight, room, measure);
    for (const pieces of rows) {
      const space = isRightToLeft ? pieces.reduce((rest, each) => rest - measure(each), room) : 0;
      if (pdf.y + height * size > pdf.page.height - pdf.page.margins.bottom)
        pdf.continueOnNewPage();
      const top = pdf.y;
      pdf.fillColor(color === 'brand' ? brand : colors[color]);
      drawRow(pieces, margin + left + space, top + ascent * size, type);
      pdf.y = top + height * size + lineGap;
    }
  }

  function draw(words: string, look: Look) {
    for (const line of words.split(/\r\n|[\n\r\u2028\u2029]/)) drawLine(line, look);
  }

  return { keepTogether, drawLine, draw };
}
type Pen = ReturnType<typeof createPen>;

/** Builds the document's structure: paragraphs, and lists of consecutive items. */
function createStructure(pdf: Doc) {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let list: Structure | undefined;

  function endList() {
    list?.end();
    list = undefined;
  }

  function openList() {
    if (list) return list;
    list = pdf.struct('L');
    root.add(list);
    return list;
  }

  const addParagraph = (tag: string, write: () => void) => root.add(pdf.struct(tag, {}, write));

  /** Writes a list item with label and body, for screen readers. */
  function addItem(label: () => void, body: () => void, ...more: Structure[]) {
    const item = pdf.struct('LI');
    openList().add(item);
    item.add(pdf.struct('Lbl', {}, label));
    item.add(pdf.struct('LBody', {}, body));
    for (const part of more) item.add(part);
    item.end();
  }

  function end() {
    endList();
    root.end();
  }
  return { addParagraph, addItem, endList, end };
}

type Picture = NonNullable<AnswerToWrite['picture']>;

/** The bytes arrive from another process, which makes a Buffer a Uint8Array. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function getPicture(pdf: Doc, { keepTogether }: Pen, { bytes, alt }: Picture, level: number) {
  const fit = { width: 240, height: 90 };
  keepTogether(fit.height + 8);
  return pdf.struct('Figure', { alt }, () => {
    const top = pdf.y + 4;
    pdf.image(toBuffer(bytes), margin + level * indent, top, { fit: [fit.width, fit.height] });
    pdf.y = top + fit.height + 4;
  });
}

/** Draws the footer of the current page. */
function drawFooter(pdf: Doc, { drawLine }: Pen, words: string): void {
  pdf.page.margins.bottom = 0; // prevents a page break by the footer
  const line = pdf.page.height - margin - footerRoom / 2;
  pdf.markContent('Artifact', { type: 'Pagination' });
  pdf
    .moveTo(margin, line)
    .lineTo(pdf.page.width - margin, line)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke();
  pdf.y = line + 8;
  drawLine(words, looks.small);
  pdf.endMarkedContent();
}

/** Embeds a file in the document. */
function attachFile(
  pdf: Doc,
  at: Date,
  name: string,
  bytes: Uint8Array,
  description: string,
): void {
  const options = {
    name,
    type: 'application/json',
    description,
    creationDate: at,
    modifiedDate: at,
    relationship: 'Source',
  };
  pdf.file(toBuffer(bytes), options);
}

/** Creates the functions that write tagged text. */
function createWriter(pdf: Doc, pen: Pen, structure: ReturnType<typeof createStructure>) {
  const { keepTogether, draw } = pen;

  /** Writes a paragraph or a heading. */
  function write(tag: ParagraphTag, name: LookName, words: string, level = 0) {
    structure.endList();
    const look = getLook(name, level);
    keepTogether(roomBelow[tag]);
    pdf.y += look.before ?? 0;
    structure.addParagraph(tag, () => draw(words, look));
  }

  /** Writes a question with its help, and its answer below. */
  function writeAnswer({ label, help, words, isMuted = false, picture }: AnswerToWrite, level = 0) {
    keepTogether(roomBelow.LI);
    pdf.y += looks.question.before;
    structure.addItem(
      () => {
        draw(label, getLook('question', level));
        if (help) draw(help, getLook('small', level));
        pdf.y += looks.answer.before;
      },
      () => draw(words, { ...getLook('answer', level), ...(isMuted ? { color: 'muted' } : {}) }),
      ...(picture ? [getPicture(pdf, pen, picture, level)] : []),
    );
  }

  /** Writes a name with its value beside it. */
  function writeFact(label: string, words: string) {
    keepTogether(looks.fact.size * 2);
    pdf.y += looks.fact.before;
    const top = pdf.y;
    structure.addItem(
      () => draw(label, { ...looks.fact, color: 'muted' }),
      () => {
        pdf.y = top;
        draw(words, { ...looks.fact, left: factColumn });
      },
    );
  }

  return { write, writeAnswer, writeFact };
}

/** Opens a document and returns the functions that fill it. */
function openSheet(options: SheetOptions) {
  const { at, sender } = options;
  const pdf = openDocument(options);
  const structure = createStructure(pdf);
  if (sender.logo) drawLogo(pdf, sender.logo);
  const pen = createPen(pdf, sender.color);

  function newPage() {
    structure.endList();
    pdf.addPage();
  }

  /** Writes the footer of each page and closes the document. */
  function finish(footer: SheetContent['footer']) {
    structure.end();
    const { count } = pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      pdf.switchToPage(page);
      const numbers = { page: page + 1, pages: count };
      drawFooter(
        pdf,
        pen,
        footer.map((each) => (typeof each === 'string' ? each : numbers[each.number])).join(''),
      );
    }
    pdf.end();
    return pdf;
  }

  const attach = (name: string, bytes: Uint8Array, description: string) =>
    attachFile(pdf, at, name, bytes, description);
  return { calls: { ...createWriter(pdf, pen, structure), attach, newPage }, finish };
}
export type SheetCalls = ReturnType<typeof openSheet>['calls'];

function listWords(call: SheetContent['calls'][number]): string[] {
  if (call[0] === 'write') return [call[3]];
  if (call[0] === 'writeFact') return [call[1], call[2]];
  return call[0] === 'writeAnswer' ? [call[1].label, call[1].help ?? '', call[1].words] : [];
}

/** Opens the fonts of all words, because drawing does not wait. */
async function openFonts({ calls, footer }: SheetContent): Promise<void> {
  for (const call of calls) {
    const weight = (call[0] === 'write' && getLook(call[2], 0).weight) || 'regular';
    for (const words of listWords(call)) await prepareFonts(words, weight);
  }
  const words = footer.filter((each) => typeof each === 'string');
  await prepareFonts(words.join(''), 'regular'); // also without a footer, which is a blank line
}

/** Draws an accessible PDF: tagged, with embedded fonts, reproducible byte for byte. */
export async function drawSheet(content: SheetContent): Promise<Buffer> {
  const { options, calls, footer } = content;
  await openFonts(content);
  const sheet = openSheet(options);
  for (const [name, ...args] of calls) (sheet.calls[name] as (...args: unknown[]) => void)(...args);
  return buffer(sheet.finish(footer));
}
