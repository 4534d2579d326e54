/*
 * The rule by which all searches find words: how words are folded and stemmed, and which of them a
 * searched word finds. A client's search adds more to it (`server/cases/hits/`).
 */
import { LRUCache } from 'lru-cache';
import { stemmer } from '@orama/stemmers/german';
import {
  composeUmlauts,
  foldText,
  fractionSlash,
  removeAccents,
  removeMarks,
} from '#schemas/platform/foldText.ts';
import { stemLimits } from '#schemas/platform/limits.ts';

/** A searched word. It finds words with its stem, and those that begin like it. */
export type SearchedWord = {
  stem: string;
  /** undefined for a short word, which finds no longer ones */ beginning: string | undefined;
};
/** A word without accents and capitals. Its stem is its beginning, without endings. */
export type PlainWord = SearchedWord & { plain: string };
/** A word with its position in the text. */
export type Word = PlainWord & { start: number; end: number };

/** Invisible characters such as the soft hyphen are inside words, and are ignored. */
const anyWord = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** Longer words are ignored; the index has a limit per word as well. */
const maxLength = 60;
/** Fractions of one character, such as ⅔. NFKD spells them with a slash of their own. */
const fractions = /[\u00BC-\u00BE\u2150-\u215F\u2189]/g;

/** Builds the key of a name in which any part is found: as it is written, and folded. */
export const buildSearchKey = (name: string): string => `${name.toLowerCase()}\n${foldText(name)}`;

const isLong = (word: string): boolean => word.length >= stemLimits.beginsFrom;

/**
 * Folds a word: without accents and capitals. The stem has no endings either: Vertrag, VERTRÄGE
 * and Vertraegen have the same. One that is short, such as "unt" of Unter, is no beginning.
 */
function foldWord(word: string): PlainWord {
  const typed = removeAccents(word).slice(0, maxLength);
  const folded = composeUmlauts(typed);
  const plain = removeMarks(folded).replaceAll('ß', 'ss');
  const stem = removeMarks(stemmer(folded));
  const longest = isLong(typed) ? plain : undefined;
  return { plain, stem, beginning: isLong(stem) ? stem : longest };
}

/** Folds a run of letters and digits to its words: ⅔ is the words 2 and 3, as 2/3 is. */
const foldPart = (part: string): PlainWord[] =>
  part
    .replace(fractions, (each) => ` ${each.normalize('NFKD').replace(fractionSlash, ' ')} `)
    .split(' ')
    .map(foldWord)
    .filter(({ stem }) => stem !== '');

/** Texts repeat their words, and folding one takes several passes over its letters. */
const foldedWords = new LRUCache<string, readonly PlainWord[]>({ max: 10_000 });

function getFolded(word: string): readonly PlainWord[] {
  if (word.length > maxLength) return foldPart(word);
  const known = foldedWords.get(word);
  if (known) return known;
  // A part of a text keeps the whole text in memory, so the cache gets a copy of its letters.
  const copy = Buffer.from(word).toString();
  const folded = foldPart(copy);
  foldedWords.set(copy, folded);
  return folded;
}

const splitParts = (text: string): Word[] =>
  [...text.matchAll(anyWord)].flatMap(({ 0: word, index: start }) =>
    getFolded(word).map((folded) => ({ ...folded, start, end: start + word.length })),
  );

const thousands = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[.'’\u00A0\u202F]\d{3})+(?![\p{L}\p{N}]|\.\d)/u;
const letterWithHyphen = /(?<![\p{L}\p{N}\p{M}-])\p{L}[-\u2010\u2011]\p{L}{2,}/u;
/** Forms that are also written together: 12.500 and E-Mail. */
const separatedForms = new RegExp(`${thousands.source}|${letterWithHyphen.source}`, 'gu');
const joinForm = (form: string): string => form.replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the words of a text with their positions; of E-Mail the words Email, E and Mail. */
export function splitWords(text: string): Word[] {
  const joined = [...text.matchAll(separatedForms)].flatMap(({ 0: form, index: start }) =>
    getFolded(joinForm(form)).map((folded) => ({ ...folded, start, end: start + form.length })),
  );
  const parts = splitParts(text);
  if (joined.length === 0) return parts;
  return [...joined, ...parts].sort((a, b) => a.start - b.start || b.end - a.end);
}

function listOnce(parts: Iterable<string>): PlainWord[] {
  const words = new Map<string, PlainWord>();
  for (const part of parts)
    for (const folded of getFolded(part)) words.set(`${folded.plain} ${folded.stem}`, folded);
  return [...words.values()];
}

const matchAll = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** Returns the words by which a text is found, each once; of E-Mail the words E, Mail and Email. */
export const listWords = (text: string): PlainWord[] =>
  listOnce([...matchAll(text, anyWord), ...matchAll(text, separatedForms).map(joinForm)]);

/** Returns the words of a text without what is written together: of E-Mail the words E and Mail. */
export const listParts = (text: string): PlainWord[] => listOnce(matchAll(text, anyWord));

/** Returns the words that a search looks for: Email for E-Mail, which both spellings have. */
export const listSearched = (text: string): PlainWord[] =>
  listParts(text.replace(separatedForms, joinForm));

/** Returns what an index with one column stores: the whole words and their stems, each once. */
export const listIndexed = (words: readonly PlainWord[]): string[] => [
  ...new Set(words.flatMap(({ plain, stem }) => [plain, stem])),
];

/** Returns true for a word that a searched one finds. */
export const isFound = ({ plain, stem }: PlainWord, searched: SearchedWord): boolean =>
  stem === searched.stem ||
  (searched.beginning !== undefined && plain.startsWith(searched.beginning));

/** Returns what finds the words of a stem, and those that begin with it unless it is short. */
export const toSearched = (stem: string): SearchedWord => ({
  stem,
  beginning: isLong(stem) ? stem : undefined,
});
