import createBidi, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Face, Weight } from './fontFiles.ts';
import { dropUnseen, splitClusters, splitRuns, type Run } from './typeface.ts';

/** Text in one font, in the order in which its font expects it. */
export type Piece = { face: Face; text: string };
/** Pieces between two margins, from left to right. */
type Row = Piece[];

/** A part of the line in one font and at one level of direction; an odd one is right to left. */
type Span = { face: Face; from: number; to: number; level: number };
/** Levels of each character, none if all are read from left to right. */
type Levels = { of: Uint8Array | undefined; paragraph: number };

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Letters that fontkit draws from right to left. */
const drawnFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const withoutBlanks = /\p{Script=Thai}/u;

let bidi: Bidi | undefined;
const getBidi = (): Bidi => (bidi ??= createBidi());

function computeLevels(text: string): Levels {
  if (!rightToLeft.test(text)) return { of: undefined, paragraph: 0 };
  const { levels, paragraphs } = getBidi().getEmbeddingLevels(text, 'auto');
  return { of: levels, paragraph: paragraphs[0]?.level ?? 0 };
}

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
/** Splits text without blanks between words; signs stay with the word before. */
function splitThai(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of thaiWords.segment(text))
    if (isWordLike || words.length === 0) words.push(segment);
    else words.push(`${words.pop()}${segment}`);
  return words;
}

/** Splits text where a row may end. */
function splitWords(text: string): string[] {
  const breaker = new LineBreaker(text);
  const words: string[] = [];
  let from = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const word = text.slice(from, found.position);
    for (const each of withoutBlanks.test(word) ? splitThai(word) : [word]) words.push(each);
    from = found.position;
  }
  return words;
}

/** Splits a line into spans; a span is in one font and at one level. */
function splitSpans(runs: readonly Run[], { of: levels }: Levels): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { face, text } of runs) {
    const end = from + text.length;
    while (from < end) {
      const level = levels?.[from] ?? 0;
      let to = levels ? from + 1 : end;
      while (to < end && levels?.[to] === level) to += 1;
      spans.push({ face, from, to, level });
      from = to;
    }
  }
  return spans;
}

/** Returns a function that cuts spans; its positions must ascend from call to call. */
function createCutter(spans: readonly Span[]) {
  let first = 0;
  return (from: number, to: number): Span[] => {
    while ((spans[first]?.to ?? Infinity) <= from) first += 1;
    const found: Span[] = [];
    for (let index = first; (spans[index]?.from ?? Infinity) < to; index += 1) {
      const span = spans[index] as Span;
      found.push({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) });
    }
    return found;
  };
}

/** Reorders spans for reading from left to right, see rule L2 of UAX #9. */
function reorder(spans: Span[]): Span[] {
  const ordered = [...spans];
  const highest = Math.max(0, ...spans.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered;
}

/** Reverses a text, with brackets mirrored, for fonts that draw it from left to right. */
const turn = (text: string): string =>
  splitClusters(text)
    .reverse()
    .map((each) => getBidi().getMirroredCharacter(each) ?? each)
    .join('');

/** Lays out a line in rows between two margins. `measure` returns the width of a piece. */
export function layOutLine(
  line: string,
  weight: Weight,
  room: number,
  measure: (piece: Piece) => number,
): { rows: Row[]; isRightToLeft: boolean } {
  const runs = splitRuns(line, weight);
  const text = runs.map((run) => run.text).join('');
  const levels = computeLevels(text);
  const spans = splitSpans(runs, levels);
  const [cutWord, cutRow] = [createCutter(spans), createCutter(spans)];

  /** Fonts of Arabic and Hebrew turn their text themselves, even digits. */
  function buildPiece({ face, from, to, level }: Span): Piece {
    const seen = dropUnseen(text.slice(from, to), face, weight);
    const isTurned = levels.of !== undefined && (level % 2 === 1) !== drawnFromRight.test(seen);
    return { face, text: isTurned ? turn(seen) : seen };
  }

  const buildPieces = (ordered: readonly Span[]): Row =>
    ordered.map(buildPiece).filter((piece) => piece.text !== '');

  /** Builds a row; blanks at its end are where the next row begins, see rule L1 of UAX #9. */
  function buildRow(from: number, to: number): Row {
    if (!levels.of) return buildPieces(cutRow(from, to));
    const end = from + text.slice(from, to).trimEnd().length;
    const ordered = [
      ...cutRow(from, end),
      ...cutRow(end, to).map((blank) => ({ ...blank, level: levels.paragraph })),
    ];
    return buildPieces(reorder(ordered));
  }

  const rows: Row[] = [];
  let [start, at, used] = [0, 0, 0];
  const measureNext = (word: string): number =>
    cutWord(at, at + word.length).reduce((sum, span) => sum + measure(buildPiece(span)), 0);
  function place(word: string, width: number): void {
    if (used + width > room && at > start) {
      rows.push(buildRow(start, at));
      [start, used] = [at, 0];
    }
    at += word.length;
    used += width;
  }
  for (const word of splitWords(text)) {
    const width = measureNext(word);
    if (width <= room) place(word, width);
    else for (const cluster of splitClusters(word)) place(cluster, measureNext(cluster));
  }
  rows.push(buildRow(start, at));
  return { rows, isRightToLeft: levels.paragraph % 2 === 1 };
}
