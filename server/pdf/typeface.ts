import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpackWoff.ts';

const weights = { regular: 400, strong: 600 } as const;
export type Weight = keyof typeof weights;

/**
 * The subsets of the typeface, most common first, and an emoji font, because file names contain
 * emoji.
 */
const scripts = [
  'latin',
  'latin-ext',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'vietnamese',
  'emoji',
] as const;
type Script = (typeof scripts)[number];

const resolve = createRequire(import.meta.url).resolve;
const getTypeface = (script: Script): string =>
  script === 'emoji' ? 'noto-emoji' : 'source-sans-3';
function read(script: Script, weight: Weight): Buffer {
  const typeface = getTypeface(script);
  const file = `${typeface}-${script}-${weights[weight]}-normal.woff`;
  return unpackWoff(readFileSync(resolve(`@fontsource/${typeface}/files/${file}`)));
}

/** A run of text in one font: the font's name in the document, its bytes and the text. */
export type Run = { font: string; bytes: Buffer; text: string };

type Part = { bytes: Buffer; has: ReadonlySet<number> };
const parts = new Map<string, Part>();

function getSubset(script: Script, weight: Weight): Part {
  const name = `${script}-${weight}`;
  const known = parts.get(name);
  if (known) return known;
  const bytes = read(script, weight);
  const part = { bytes, has: new Set((create(bytes) as Font).characterSet) };
  parts.set(name, part);
  return part;
}

/** Writes a character without a glyph as its code point, so that nothing is left out. */
const spell = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Without a glyph of their own; a soft hyphen would be drawn in the middle of a line. */
const invisible = /[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200C\u200E\u200F]/g;
const marks = /[\u202A-\u202E\u2060-\u206F\uFE00-\uFE0E\uFEFF]/g;
const fixedBlanks = /[\u2007\u202F]/g;
const otherBlanks = /[\u2000-\u2006\u2008-\u200A\u205F\u2800\u3000\u3164\uFFA0]/g;
const hyphens = /[\u2010-\u2012\uFE63\uFF0D]/g;

/** Writes the hyphens and blanks of Word and of phones as those that the font has. */
const toUsual = (line: string): string =>
  line
    .normalize('NFC')
    .replaceAll('\t', '    ')
    .replace(invisible, '')
    .replace(marks, '')
    .replace(fixedBlanks, '\u00A0')
    .replace(otherBlanks, ' ')
    .replace(hyphens, '-')
    .replaceAll('\u2015', '\u2014');

const findScript = (character: string, weight: Weight): Script | undefined =>
  scripts.find((each) => getSubset(each, weight).has.has(character.codePointAt(0) ?? 0));

/** Returns a character, or its parts if the font has only those, such as °C for one sign. */
function listDrawn(character: string, weight: Weight): string[] {
  if (findScript(character, weight)) return [character];
  const parts = [...character.normalize('NFKD')];
  return parts.every((part) => findScript(part, weight)) ? parts : [character];
}

/** Splits a line into runs of one font each; a blank line is a run of one blank. */
export function splitRuns(line: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of [...(toUsual(line) || ' ')].flatMap((each) => listDrawn(each, weight))) {
    const script = findScript(character, weight);
    const font = `${script ?? 'latin'}-${weight}`;
    const text = script ? character : spell(character);
    const last = runs.at(-1);
    if (last?.font === font) last.text += text;
    else runs.push({ font, bytes: getSubset(script ?? 'latin', weight).bytes, text });
  }
  return runs;
}
