import { createHash } from 'node:crypto';
import { stemmer } from '@orama/stemmers/german';
import { limits } from '#schemas/limits.ts';
import type { MarkedText } from '#schemas/search.ts';

/** What a word is found by, and where it stands in its text. */
type Word = { stem: string; start: number; end: number };

const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
/** Longer ones are no words; what an index takes of one has a limit too. */
const maxLength = 60;
const { beginsFrom } = limits.search;

/** ae, oe and ue as they are written where a keyboard has no umlauts; not in Bauer, Feuer or Quelle. */
const withUmlauts = (word: string): string =>
  word.replace(
    /([ao])e|(?<![aeq])(u)e/g,
    (_, ao?: string, u?: string) => ({ a: 'ä', o: 'ö', u: 'ü' })[ao ?? u ?? ''] ?? '',
  );

/** What remains of a word without its endings, accents and capitals: the same for Vertrag, VERTRÄGE and Vertraegen. */
function stemOf(word: string): string {
  const withoutAccents = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?!\u0308)\p{M}/gu, '')
    .normalize('NFKC');
  return stemmer(withUmlauts(withoutAccents.slice(0, maxLength)))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(anyWord)].flatMap(({ 0: word, index: start }) => {
    const stem = stemOf(word);
    return stem ? [{ stem, start, end: start + word.length }] : [];
  });
}

/** What is looked for, each word once. */
export const stemsIn = (text: string): string[] => [
  ...new Set(wordsIn(text).map(({ stem }) => stem)),
];

/** Whether a word of a text is one that is looked for, or begins like it: Versicherung finds Versicherungsschein. */
const isHit = ({ stem }: Word, wanted: readonly string[]): boolean =>
  wanted.some((each) => stem === each || (each.length >= beginsFrom && stem.startsWith(each)));

/** A word as it stands in the index; whether it is looked for by its beginning. */
export type Term = { text: string; isBeginning: boolean };

/**
 * Words of one case for the index, in small letters and digits only, which every index takes as they are. The case is part
 * of each, so that a search costs as much as there is in the cases that are searched, however many others there are.
 */
export function termsOf(caseId: string, stems: readonly string[]): Term[] {
  const mark = createHash('sha256').update(caseId).digest('hex').slice(0, 8);
  const plain = (stem: string) =>
    stem.replace(/[^a-z0-9]/gu, (letter) => `x${(letter.codePointAt(0) ?? 0).toString(16)}`);
  return stems.map((stem) => ({
    text: mark + plain(stem),
    isBeginning: stem.length >= beginsFrom,
  }));
}

/** A text with what was looked for set apart. */
export function marked(text: string, wanted: readonly string[]): MarkedText {
  const pieces: MarkedText = [];
  let at = 0;
  const add = (end: number, isAHit: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isHit: isAHit });
    at = end;
  };
  for (const word of wordsIn(text).filter((each) => isHit(each, wanted))) {
    add(word.start, false);
    add(word.end, true);
  }
  add(text.length, false);
  return pieces;
}

/** Whether there is anything in a text that was looked for. */
export const hasHit = (text: string, wanted: readonly string[]): boolean =>
  wordsIn(text).some((word) => isHit(word, wanted));

const leadLength = 40; // characters before the first hit
const excerptLength = 160;
const cut = { text: '…', isHit: false };

const clip = (text: string, length: number): string =>
  [...text.slice(0, 2 * length)].slice(0, length).join('');

/** The beginning of a text, marked. */
export function beginningOf(text: string, length: number, wanted: readonly string[]): MarkedText {
  const beginning = clip(text, length);
  return [...marked(beginning, wanted), ...(beginning.length < text.length ? [cut] : [])];
}

/** A text around its first hit, marked; without one its beginning. */
export function excerptOf(text: string, wanted: readonly string[]): MarkedText {
  const words = wordsIn(text);
  const first = words.find((word) => isHit(word, wanted));
  const start = first
    ? (words.find((word) => word.start >= first.start - leadLength)?.start ?? 0)
    : 0;
  const from = first && first.start > leadLength ? start : 0;
  return [...(from > 0 ? [cut] : []), ...beginningOf(text.slice(from), excerptLength, wanted)];
}
