/*
 * A client's search of cases, messages and files, on top of the rule of words (`server/words.ts`):
 * terms of the index of cases, forgiven typing errors, and hits that are marked in texts.
 */
import { createHash } from 'node:crypto';
import { searchLimits } from '#schemas/cases/limits.ts';
import type { MarkedText } from '#schemas/cases/search.ts';
import { isFound, splitWords, type PlainWord, type SearchedWord } from '#server/words.ts';

/** Returns true for a word in which one typing error is forgiven; numbers must be right. */
export const canBeMistyped = ({ plain }: PlainWord): boolean =>
  plain.length >= searchLimits.mistypedFrom && !/\p{N}/u.test(plain);

/** Returns true for a word that a mistyped one of `canBeMistyped` can mean. */
export const canBeMeant = ({ plain }: PlainWord): boolean =>
  plain.length >= searchLimits.mistypedFrom - 1 && !/\p{N}/u.test(plain);

/**
 * Returns true if two words differ by one letter that is missing, additional, wrong, or swapped
 * with the next one.
 */
export function isOneErrorAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] &&
      short[at + 1] === long[at] &&
      short.slice(at + 2) === long.slice(at + 2))
  );
}

export const reverse = (word: string): string => [...word].reverse().join('');

/**
 * Returns beginning and end of a mistyped word. One error leaves at least one of them intact,
 * because there is a letter between them.
 */
export function getIntactParts({ plain }: Pick<PlainWord, 'plain'>): {
  beginning: string;
  end: string;
} {
  const letters = [...plain];
  const length = Math.floor((letters.length - 1) / 2);
  return {
    beginning: letters.slice(0, length).join(''),
    end: letters.slice(letters.length - length).join(''),
  };
}

/** Returns true for a word that one of the searched words finds. */
const isHit = (word: PlainWord, wanted: readonly SearchedWord[]): boolean =>
  wanted.some((each) => isFound(word, each));

/** A term of the index; a prefix term for a searched beginning. */
export type Term = { text: string; isBeginning: boolean };
/** Terms of one case: one of each group must match. */
export type Terms = readonly (readonly Term[])[];

/**
 * Creates a function that builds the terms of one case in lower-case letters and digits, which every
 * index accepts. The case is part of each term, so that the cost depends on the searched cases only.
 */
function createTermText(caseId: string): (word: string) => string {
  const mark = createHash('sha256').update(caseId).digest('hex').slice(0, 8);
  return (word) =>
    mark + word.replace(/[^a-z0-9]/gu, (letter) => `x${(letter.codePointAt(0) ?? 0).toString(16)}`);
}

/** Builds the terms by which the index of one case finds the stems. */
export const buildTermTexts = (caseId: string, stems: readonly string[]): string[] =>
  stems.map(createTermText(caseId));

/** Builds the terms of searched words, of which one must match. */
export function buildTerms(caseId: string, words: readonly SearchedWord[]): Term[] {
  const toText = createTermText(caseId);
  return words.flatMap(({ stem, beginning }) => [
    ...(stem === beginning ? [] : [{ text: toText(stem), isBeginning: false }]),
    ...(beginning === undefined ? [] : [{ text: toText(beginning), isBeginning: true }]),
  ]);
}

/** Splits a text into matches and the text between them. */
export function markCase(text: string, wanted: readonly SearchedWord[]): MarkedText {
  const pieces: MarkedText = [];
  let at = 0;
  const add = (end: number, isAHit: boolean) => {
    if (end <= at) return; // a fraction is two words in one place
    pieces.push({ text: text.slice(at, end), isHit: isAHit });
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
export const hasHit = (text: string, wanted: readonly SearchedWord[]): boolean =>
  splitWords(text).some((word) => isHit(word, wanted));

const leadLength = 40; // characters before the first match
const excerptLength = 160;
const cut = { text: '…', isHit: false };

const clip = (text: string, length: number): string =>
  [...text.slice(0, 2 * length)].slice(0, length).join('');

/** Returns the marked beginning of a text. */
export function getBeginning(
  text: string,
  length: number,
  wanted: readonly SearchedWord[],
): MarkedText {
  const beginning = clip(text, length);
  return [...markCase(beginning, wanted), ...(beginning.length < text.length ? [cut] : [])];
}

/** Returns the marked text around the first match, else its beginning. */
export function getExcerpt(text: string, wanted: readonly SearchedWord[]): MarkedText {
  const words = splitWords(text);
  const first = words.find((word) => isHit(word, wanted));
  const start = first
    ? (words.find((word) => word.start >= first.start - leadLength)?.start ?? 0)
    : 0;
  const from = first && first.start > leadLength ? start : 0;
  return [...(from > 0 ? [cut] : []), ...getBeginning(text.slice(from), excerptLength, wanted)];
}
