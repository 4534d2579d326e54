// Writes the typefaces of the first field: the characters of German and English texts, in the
// weights that pages use. Prints their `unicode-range` and that of the face with the other Latin
// characters, for `textFace.css`, `base.css` and brands.
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/** Characters of our texts, figures and dates, and letters that are common in names. */
const used =
  [...Array(0x7f - 0x20).keys()].map((offset) => String.fromCodePoint(0x20 + offset)).join('') +
  'ÄÖÜäöüßàáçèéêíóúñøı' +
  '§°²³×·«»‹›–—‘’‚“”„•…€↑↓−‐‑‒' +
  '\u00A0\u00AD\u2009\u202F';

/** The Latin characters of the original files. */
const latin =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, ' +
  'U+2000-201F, U+2021-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const faces = [
  {
    source:
      'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    target: 'src/ui/fonts/portal-sans-used.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  {
    source: 'src/ui/fonts/newsreader-latin-opsz-heading.woff2',
    target: 'src/ui/fonts/newsreader-used.woff2',
  },
  {
    source: 'src/brands/behrensLindqvist/letterhead-serif-latin.woff2',
    target: 'src/brands/behrensLindqvist/letterhead-serif-used.woff2',
  },
];

function listCodes(range: string): number[] {
  return range.split(', ').flatMap((part) => {
    const [first = NaN, last = first] = part
      .slice('U+'.length)
      .split('-')
      .map((code) => parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
}

const writeCode = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** Joins neighbours, as style sheets write them. */
function writeRange(codes: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && code === run[1] + 1) run[1] = code;
    else runs.push([code, code]);
  }
  return runs
    .map(([first, last]) => `U+${writeCode(first)}${last > first ? `-${writeCode(last)}` : ''}`)
    .join(', ');
}

/** Encodes a name as the name table of a font does. */
const toUtf16 = (name: string): string => Buffer.from(name, 'utf16le').swap16().toString('latin1');

/** Renames Source Sans, because its licence reserves "Source" for the original. */
function rename(face: Buffer): Buffer {
  const renamed = face
    .toString('latin1')
    .replaceAll(toUtf16('Source Sans 3'), toUtf16('Portal Sans 3'))
    .replaceAll(toUtf16('SourceSans3'), toUtf16('PortalSans3'));
  return Buffer.from(renamed, 'latin1');
}

for (const { source, target, variationAxes } of faces) {
  const part = await subsetFont(readFileSync(source), used, {
    targetFormat: 'truetype',
    variationAxes,
    noHinting: true,
    keepFeatures: ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'tnum'],
  });
  const face = await subsetFont(rename(part), used, { targetFormat: 'woff2' });
  writeFileSync(target, face);
  console.log(`${target}: ${face.length} bytes`);
}
const usedCodes = new Set([...used].map((character) => character.codePointAt(0) ?? NaN));
console.log(`used: ${writeRange([...usedCodes])}`);
console.log(`other Latin: ${writeRange(listCodes(latin).filter((code) => !usedCodes.has(code)))}`);
