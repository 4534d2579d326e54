import PDFDocument from 'pdfkit';
import { brandTokens } from '#schemas/brand.rules.ts';
import { runsOf, type Weight } from './typeface.ts';

const margin = 56; // points, some 2 cm
const footerRoom = 40;
const indent = 14;
const factColumn = 120;
const logo = { width: 160, height: 44, below: 14 };
/** What must fit below a heading or a question, so that it does not stand alone at the foot of a page. */
const roomBelow = { P: 0, H1: 200, H2: 150, H3: 110, H4: 90, LI: 64 } as const;
const colors = { ink: '#1a1a1a', muted: '#595959', line: '#c8c8c8' } as const;

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

export type AnswerToWrite = {
  label: string;
  help?: string | undefined;
  words: string;
  /** said by us, not answered */ isMuted?: boolean;
  picture?: { bytes: Buffer; alt: string };
};

/** Whose letter it is: the account's colour, and its logo as a PNG if it has one. */
export type Letterhead = { color: string; logo: Buffer | undefined };

/** Titles and dates of the document as readers of PDF show them. Everything in it follows from what is said here. */
export type SheetOptions = {
  title: string;
  author: string;
  language: string;
  at: Date;
  sender: Letterhead;
};

/** Writes an accessible document of pages from top to bottom: tagged, with its font in it, the same bytes each time. */
export function createSheet({ title, author, language, at, sender }: SheetOptions) {
  const brand = brandTokens(sender.color, 'light').accentText; // as text can be read in it
  const pdf = new PDFDocument({
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
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const known = new Set<string>();
  let list: PDFKit.PDFStructureElement | undefined;

  // No part of what is read out: whose letter it is stands in its words.
  if (sender.logo) {
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf.image(sender.logo, margin, margin, { fit: [logo.width, logo.height] });
    pdf.endMarkedContent();
    pdf.y = margin + logo.height + logo.below;
  }

  const bottom = () => pdf.page.height - pdf.page.margins.bottom;

  function keepTogether(height: number) {
    if (pdf.y + height > bottom()) pdf.addPage();
  }

  function useFont({ font, bytes }: { font: string; bytes: Buffer }, size: number) {
    if (!known.has(font)) pdf.registerFont(font, bytes);
    known.add(font);
    pdf.font(font).fontSize(size);
  }

  function drawLine(line: string, { size, weight = 'regular', color = 'ink', left = 0 }: Look) {
    const runs = runsOf(line === '' ? ' ' : line, weight);
    pdf.x = margin + left;
    const width = pdf.page.width - margin - pdf.x;
    runs.forEach((run, index) => {
      useFont(run, size);
      pdf
        .fillColor(color === 'brand' ? brand : colors[color])
        .text(run.text, { width, lineGap: 1.5, continued: index < runs.length - 1 });
    });
  }

  function draw(words: string, look: Look) {
    for (const line of words.split(/\r\n|[\n\r\u2028\u2029]/)) drawLine(line, look);
  }

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

  const lookOf = (name: LookName, level: number): Look => ({
    ...looks[name],
    left: level * indent,
  });

  /** A paragraph or a heading. */
  function write(
    tag: Exclude<keyof typeof roomBelow, 'LI'>,
    name: LookName,
    words: string,
    level = 0,
  ) {
    endList();
    const look = lookOf(name, level);
    keepTogether(roomBelow[tag]);
    pdf.y += look.before ?? 0;
    root.add(pdf.struct(tag, {}, () => draw(words, look)));
  }

  /** An item of a list, for whoever has the document read out: a label and what belongs to it. */
  function addItem(label: () => void, body: () => void, ...more: PDFKit.PDFStructureElement[]) {
    const item = pdf.struct('LI');
    openList().add(item);
    item.add(pdf.struct('Lbl', {}, label));
    item.add(pdf.struct('LBody', {}, body));
    for (const part of more) item.add(part);
    item.end();
  }

  /** A question, with its help, and below it the answer. */
  function writeAnswer({ label, help, words, isMuted = false, picture }: AnswerToWrite, level = 0) {
    keepTogether(roomBelow.LI);
    pdf.y += looks.question.before;
    addItem(
      () => {
        draw(label, lookOf('question', level));
        if (help) draw(help, lookOf('small', level));
        pdf.y += looks.answer.before;
      },
      () => draw(words, { ...lookOf('answer', level), ...(isMuted ? { color: 'muted' } : {}) }),
      ...(picture ? [pictureOf(picture, level)] : []),
    );
  }

  /** A name and beside it a value. */
  function writeFact(label: string, words: string) {
    keepTogether(looks.fact.size * 2);
    pdf.y += looks.fact.before;
    const top = pdf.y;
    addItem(
      () => draw(label, { ...looks.fact, color: 'muted' }),
      () => {
        pdf.y = top;
        draw(words, { ...looks.fact, left: factColumn });
      },
    );
  }

  function pictureOf({ bytes, alt }: { bytes: Buffer; alt: string }, level: number) {
    const fit = { width: 240, height: 90 };
    keepTogether(fit.height + 8);
    return pdf.struct('Figure', { alt }, () => {
      const top = pdf.y + 4;
      pdf.image(bytes, margin + level * indent, top, { fit: [fit.width, fit.height] });
      pdf.y = top + fit.height + 4;
    });
  }

  /** A file inside the document. */
  function attach(name: string, bytes: Buffer, description: string) {
    const options = {
      name,
      type: 'application/json',
      description,
      creationDate: at,
      modifiedDate: at,
      relationship: 'Source',
    };
    pdf.file(bytes, options);
  }

  function newPage() {
    endList();
    pdf.addPage();
  }

  /** Writes the foot of each page and closes the document. */
  function finish(footerOf: (page: number, pages: number) => string) {
    endList();
    root.end();
    const { count } = pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      pdf.switchToPage(page);
      pdf.page.margins.bottom = 0; // else the foot would begin a page of its own
      const line = pdf.page.height - margin - footerRoom / 2;
      pdf.markContent('Artifact', { type: 'Pagination' });
      pdf
        .moveTo(margin, line)
        .lineTo(pdf.page.width - margin, line)
        .lineWidth(0.5)
        .strokeColor(colors.line)
        .stroke();
      pdf.y = line + 8;
      drawLine(footerOf(page + 1, count), looks.small);
      pdf.endMarkedContent();
    }
    pdf.end();
    return pdf;
  }

  return { write, writeAnswer, writeFact, attach, newPage, finish };
}
export type Sheet = ReturnType<typeof createSheet>;
