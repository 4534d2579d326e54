import {
  getFace,
  getFont,
  listFaces,
  openFont,
  type Face,
  type Family,
  type Weight,
} from './fontFiles.ts';

const base: Family = { name: 'source-sans-3' };
/** The file of the letters of most lines, which sets their height. */
export const latin = getFace(base, 'latin');
const chinese: Family = { name: 'noto-sans-sc', isVariable: true };
const buildNoto = (script: string): Family => ({ name: `noto-sans-${script}`, isVariable: true });
const buildShaped = (script: string): Family => ({ ...buildNoto(script), isShaped: true });

/**
 * Families of one script each. Chinese is before Korean, because it has the punctuation of both.
 * Noto has its dots of Arabic letters in glyphs of their own, so that words cannot be searched;
 * it is for the letters that Vazirmatn lacks.
 */
const scriptFamilies: readonly [RegExp, Family][] = [
  [/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uFF01-\uFFEE]/u, chinese],
  [/\p{scx=Hangul}/u, buildNoto('kr')],
  [/\p{scx=Arabic}/u, { name: 'vazirmatn', isVariable: true }],
  [/\p{scx=Arabic}/u, buildNoto('arabic')],
  [/\p{scx=Hebrew}/u, buildNoto('hebrew')],
  [/\p{scx=Thai}/u, buildShaped('thai')],
  [/\p{scx=Georgian}/u, buildNoto('georgian')],
  [/\p{scx=Armenian}/u, buildNoto('armenian')],
  [/\p{scx=Devanagari}/u, buildShaped('devanagari')],
  [/\p{scx=Ethiopic}/u, buildNoto('ethiopic')],
  [/\p{scx=Tamil}/u, buildShaped('tamil')],
];

const emoji = getFace({ name: 'noto-emoji', only: 'regular' }, 'emoji');
const math = getFace({ name: 'noto-sans-math', only: 'regular' }, 'latin');
/** Files of signs. The first has all boxes and ticks, so that they look alike. */
const signs: readonly Face[] = [
  getFace({ name: 'noto-sans-symbols-2', only: 'regular' }, 'symbols'),
  math,
  getFace(buildNoto('symbols'), 'symbols'),
  emoji,
];

/** Without a glyph of their own; a soft hyphen would be drawn in the middle of a line. */
const invisible = /[\u00AD\u034F\u115F\u1160\u180E\u200B]/g;
/** Overrides of the direction are dropped, because they disguise names of files. */
const marks = /[\u202D\u202E\u2060-\u2065\u206A-\u206F\uFE00-\uFE0E\uFEFF]/g;
const fixedBlanks = /[\u2007\u202F]/g;
const otherBlanks = /[\u2000-\u2006\u2008-\u200A\u205F\u2800\u3000\u3164\uFFA0]/g;
const hyphens = /[\u2010-\u2012\uFE63\uFF0D]/g;
/** Other forms of letters, fractions and lowered digits, which are drawn as the usual ones. */
const forms = new RegExp(
  [
    '[\u2080-\u209C\u2103\u2109\u2150-\u215F]', // lowered digits, degrees, fractions
    '[\uFB00-\uFDFF\uFE70-\uFEFC]', // Latin, Hebrew and Arabic
    '[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFF9F]', // wide and narrow ones
    '[\u{1D400}-\u{1D7FF}]', // mathematical letters
  ].join('|'),
  'gu',
);
/** NFC puts the sign of a doubled letter behind its vowel, where fonts do not expect it. */
const vowelBeforeShadda = /([\u064B-\u0650])\u0651/g;

/**
 * Writes the hyphens, blanks and forms of Word and of phones as those that the fonts have. Marks
 * of direction and joiners stay, because the layout needs them.
 */
export const toUsual = (line: string): string =>
  line
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(invisible, '')
    .replace(marks, '')
    .replace(fixedBlanks, '\u00A0')
    .replace(otherBlanks, ' ')
    .replace(hyphens, '-')
    .replaceAll('\u2015', '\u2014')
    .replace(forms, (form) => form.normalize('NFKC'))
    .replace(vowelBeforeShadda, '\u0651$1');

/** Characters that are drawn only where a font has a glyph for them. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
const direction = /\p{Bidi_Control}/u;

const getCodePoint = (character: string): number => character.codePointAt(0) ?? 0;

function* listCandidates(character: string): Generator<Face> {
  const codePoint = getCodePoint(character);
  if (/[\u0300-\u036F]/.test(character)) yield math; // places them above any letter
  yield* listFaces(base, codePoint);
  for (const [script, family] of scriptFamilies)
    if (script.test(character)) yield* listFaces(family, codePoint);
  if (/\p{Emoji_Presentation}/u.test(character)) yield emoji;
  yield* signs;
  yield* listFaces(chinese, codePoint);
}

async function findFace(character: string, weight: Weight): Promise<Face | null> {
  for (const face of listCandidates(character))
    if ((await openFont(face, weight)).has.has(getCodePoint(character))) return face;
  return null;
}

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
/** The file of each character that has been met; null if no font has it. */
const faces = new Map<string, Face | null>(ascii.map((each) => [each, latin]));

async function prepareCharacter(character: string, weight: Weight): Promise<void> {
  const face = faces.has(character) ? faces.get(character) : await findFace(character, weight);
  faces.set(character, face ?? null);
  if (face) await openFont(face, weight);
  else
    for (const part of character.normalize('NFKD'))
      if (part !== character) await prepareCharacter(part, weight);
}

/** Opens the fonts that a text needs. A font is opened for the first text that needs it. */
export async function prepareFonts(text: string, weight: Weight): Promise<void> {
  await openFont(latin, weight);
  for (const character of new Set(toUsual(text).match(/[^\n\r\u2028\u2029 -~]/gu)))
    if (!unseen.test(character)) await prepareCharacter(character, weight);
}

const findKnown = (character: string): Face | undefined => faces.get(character) ?? undefined;

/** Writes a character without a glyph as its code point, so that nothing is left out. */
const spell = (character: string): string =>
  `[U+${getCodePoint(character).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Text in one font. */
export type Run = { face: Face; text: string };

/** Finds one font for all characters that are drawn; the font of a mark comes first. */
function findCommonFace(characters: readonly string[], weight: Weight): Face | undefined {
  const candidates = new Set(characters.map(findKnown).reverse());
  return [...candidates].find((face) => {
    if (!face) return false;
    const { has } = getFont(face, weight);
    return characters.every((each) => has.has(getCodePoint(each)));
  });
}

/** Returns a character, or its parts if the fonts have only those. */
function listDrawn(character: string): string[] {
  if (findKnown(character)) return [character];
  const parts = [...character.normalize('NFKD')];
  return parts.every(findKnown) ? parts : [character];
}

/** Returns a letter with its marks in one font, or each of them for itself. */
function splitCluster(cluster: string, weight: Weight): Run[] {
  const single = findKnown(cluster);
  if (single) return [{ face: single, text: cluster }];
  const seen = [...cluster].filter((each) => !unseen.test(each));
  if (seen.length === 0) return [{ face: latin, text: cluster }];
  const face = findCommonFace(seen, weight);
  if (face) return [{ face, text: cluster }];
  const drawn = seen.flatMap(listDrawn);
  const other = findCommonFace(drawn, weight);
  if (other) return [{ face: other, text: drawn.join('') }];
  return drawn.map((character) => {
    const own = findKnown(character);
    return { face: own ?? latin, text: own ? character : spell(character) };
  });
}

const segmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });
const joining = /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
/** Splits text into what a reader sees as one character each. */
export const splitClusters = (text: string): string[] =>
  joining.test(text)
    ? Array.from(segmenter.segment(text), ({ segment }) => segment)
    : Array.from(text);

/** A word of joined letters needs one font, too. */
const arabicWord = /([\p{scx=Arabic}\u200C\u200D]{2,})/u;
const splitJoined = (text: string): string[] =>
  text.split(arabicWord).flatMap((part, index) => (index % 2 === 1 ? [part] : splitClusters(part)));

/** Splits a line into runs of one font each; a blank line is a run of one blank. */
export function splitRuns(line: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const cluster of splitJoined(toUsual(line) || ' '))
    for (const run of splitCluster(cluster, weight)) {
      const last = runs.at(-1);
      if (last?.face === run.face) last.text += run.text;
      else runs.push(run);
    }
  return runs;
}

/** Returns what is drawn of a text: marks of direction never, joiners if the font has them. */
export function dropUnseen(text: string, face: Face, weight: Weight): string {
  if (!unseen.test(text)) return text;
  const { has } = getFont(face, weight);
  return Array.from(text)
    .filter((each) => !direction.test(each) && (!unseen.test(each) || has.has(getCodePoint(each))))
    .join('');
}
