import { createHash } from 'node:crypto';
import { stemmer } from '@orama/stemmers/german';
import { searchLimits } from '#schemas/cases/limits.ts';
import type { MarkedText } from '#schemas/cases/search.ts';

/** A word's stem and its position in the text. */
type Word = { stem: string; start: number; end: number };

const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
/** Longer words are ignored; the index has a limit per word as well. */
const maxLength = 60;
const { beginsFrom } = searchLimits;

/** ae, oe and ue as transcribed umlauts; not in Bauer, Feuer or Quelle. */
const withUmlauts = (word: string): string =>
  word.replace(
    /([ao])e|(?<![aeq])(u)e/g,
    (_, ao?: string, u?: string) => ({ a: 'ä', o: 'ö', u: 'ü' })[ao ?? u ?? ''] ?? '',
  );

/**
 * Stems a word: without endings, accents and capitals. Vertrag, VERTRÄGE and Vertraegen have the
 * same stem.
 */
function computeStem(word: string): string {
  const withoutAccents = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?!\u0308)\p{M}/gu, '')
    .normalize('NFKC');
  return stemmer(withUmlauts(withoutAccents.slice(0, maxLength)))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}

function splitWords(text: string): Word[] {
  return [...text.matchAll(anyWord)].flatMap(({ 0: word, index: start }) => {
    const stem = computeStem(word);
    return stem ? [{ stem, start, end: start + word.length }] : [];
  });
}

/** Returns the words of a query, each once. */
export const listStems = (text: string): string[] => [
  ...new Set(splitWords(text).map(({ stem }) => stem)),
];

/**
 * Returns true for a searched word or a longer one with that beginning: Versicherung matches
 * Versicherungsschein.
 */
const isHit = ({ stem }: Word, wanted: readonly string[]): boolean =>
  wanted.some((each) => stem === each || (each.length >= beginsFrom && stem.startsWith(each)));

/** Builds a term of the index; a prefix term for a searched beginning. */
export type Term = { text: string; isBeginning: boolean };

/**
 * Builds the terms of one case in lower-case letters and digits, which every index accepts. The
 * case is part of each term, so that the cost depends on the searched cases only.
 */
export function buildTerms(caseId: string, stems: readonly string[]): Term[] {
  const mark = createHash('sha256').update(caseId).digest('hex').slice(0, 8);
  const plain = (stem: string) =>
    stem.replace(/[^a-z0-9]/gu, (letter) => `x${(letter.codePointAt(0) ?? 0).toString(16)}`);
  return stems.map((stem) => ({
    text: mark + plain(stem),
    isBeginning: stem.length >= beginsFrom,
  }));
}

/** Splits a text into matches and the text between them. */
export function marked(text: string, wanted: readonly string[]): MarkedText {
  const pieces: MarkedText = [];
  let at = 0;
  const add = (end: number, isAHit: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isHit: isAHit });
    at = end;
  };
  for (const word of splitWords(text).filter((each) => isHit(each, wanted))) {
    add(word.start, false);
    add(word.end, true);
  }
  add(text.length, false);
  return pieces;
}

/** Returns true if the text contains a match. */
export const hasHit = (text: string, wanted: readonly string[]): boolean =>
  splitWords(text).some((word) => isHit(word, wanted));

const leadLength = 40; // characters before the first match
const excerptLength = 160;
const cut = { text: '…', isHit: false };

const clip = (text: string, length: number): string =>
  [...text.slice(0, 2 * length)].slice(0, length).join('');

/** Returns the marked beginning of a text. */
export function getBeginning(text: string, length: number, wanted: readonly string[]): MarkedText {
  const beginning = clip(text, length);
  return [...marked(beginning, wanted), ...(beginning.length < text.length ? [cut] : [])];
}

/** Returns the marked text around the first match, else its beginning. */
export function getExcerpt(text: string, wanted: readonly string[]): MarkedText {
  const words = splitWords(text);
  const first = words.find((word) => isHit(word, wanted));
  const start = first
    ? (words.find((word) => word.start >= first.start - leadLength)?.start ?? 0)
    : 0;
  const from = first && first.start > leadLength ? start : 0;
  return [...(from > 0 ? [cut] : []), ...getBeginning(text.slice(from), excerptLength, wanted)];
}
