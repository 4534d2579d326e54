import type { LookName, ParagraphTag, SheetCalls } from './drawSheet.ts';
import { renderSheet } from './renderSheet.ts';

export type AnswerToWrite = {
  label: string;
  help?: string | undefined;
  words: string;
  /** written by the portal, not answered */ isMuted?: boolean;
  picture?: { bytes: Uint8Array; alt: string };
};

/** The account's colour, and its logo as PNG. */
export type Letterhead = { color: string; logo: Uint8Array | undefined };

/** Title and date in the PDF's metadata. They determine every byte of the file. */
export type SheetOptions = {
  title: string;
  author: string;
  language: string;
  at: Date;
  sender: Letterhead;
};

type SheetCall = {
  [Name in keyof SheetCalls]: [Name, ...Parameters<SheetCalls[Name]>];
}[keyof SheetCalls];

/** Everything that a worker process needs to draw the document. */
export type SheetContent = {
  options: SheetOptions;
  calls: SheetCall[];
  /** Words, and the numbers that are known once all pages are drawn. */
  footer: readonly (string | { number: 'page' | 'pages' })[];
};

/** Formats the footer around its numbers, which only the worker process knows. */
function splitFooter(format: (page: string, pages: string) => string): SheetContent['footer'] {
  const marks = { page: '\uE000', pages: '\uE001' }; // private use: no font draws them
  return format(marks.page, marks.pages)
    .split(/([\uE000\uE001])/)
    .map((part) => {
      if (part === marks.page) return { number: 'page' };
      return part === marks.pages ? { number: 'pages' } : part;
    });
}

/** Keeps a name within a sentence from changing the direction of the other words. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;

/** Collects the content of a PDF. A worker process draws it, because that may take seconds. */
export function createSheet(options: SheetOptions) {
  const calls: SheetCall[] = [];
  return {
    write: (tag: ParagraphTag, look: LookName, words: string, level = 0) =>
      void calls.push(['write', tag, look, words, level]),
    writeAnswer: (answer: AnswerToWrite, level = 0) =>
      void calls.push(['writeAnswer', answer, level]),
    writeFact: (label: string, words: string) => void calls.push(['writeFact', label, words]),
    attach: (name: string, bytes: Uint8Array, description: string) =>
      void calls.push(['attach', name, bytes, description]),
    newPage: () => void calls.push(['newPage']),
    /** Draws the document. */
    finish: (formatFooter: (page: string, pages: string) => string): Promise<Buffer> =>
      renderSheet({ options, calls, footer: splitFooter(formatFooter) }),
  };
}
export type Sheet = ReturnType<typeof createSheet>;
