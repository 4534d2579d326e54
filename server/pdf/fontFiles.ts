import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';
import { unpackWoff } from './unpackWoff.ts';

const weights = { regular: 400, strong: 600 } as const;
export type Weight = keyof typeof weights;

/** A typeface in files that have parts of its characters. */
export type Family = {
  name: string;
  /** all weights in one file */ isVariable?: boolean;
  /** its only weight, if it has one */ only?: Weight;
  /** its glyphs are in another order or number than the letters of a text */ isShaped?: boolean;
};

/** One of the files of a family, before its weight is chosen. */
export type Face = { family: Family; subset: string };

export type OpenFont = {
  name: string;
  /** TrueType, because unpacking tables per document takes most of the time */ bytes: Buffer;
  has: ReadonlySet<number>;
  /** of its letters above the baseline, in sizes of the font */ ascent: number;
  /** of a line, in sizes of the font */ height: number;
};

const { resolve } = createRequire(import.meta.url);
const getFolder = ({ name, isVariable }: Family): string =>
  isVariable ? `@fontsource-variable/${name}` : `@fontsource/${name}`;

/** Reads a variable font, and fixes its weight, because pdfkit embeds only fixed ones. */
async function readVariable({ family, subset }: Face, weight: Weight): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  const file = `${getFolder(family)}/files/${family.name}-${subset}-wght-normal.woff2`;
  return subsetFont(await readFile(resolve(file)), undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    variationAxes: { wght: weights[weight] },
  });
}

async function readFixed({ family, subset }: Face, weight: Weight): Promise<Buffer> {
  const file = `${getFolder(family)}/files/${family.name}-${subset}-${weights[weight]}-normal.woff`;
  return unpackWoff(await readFile(resolve(file)));
}

const open = new Map<string, OpenFont>();

function buildName({ family, subset }: Face, weight: Weight): string {
  return `${family.name}-${subset}-${family.only ?? weight}`;
}

/** Opens a font for as long as the process runs. */
export async function openFont(face: Face, weight: Weight): Promise<OpenFont> {
  const name = buildName(face, weight);
  const known = open.get(name);
  if (known) return known;
  const read = face.family.isVariable ? readVariable : readFixed;
  const bytes = await read(face, face.family.only ?? weight);
  const { characterSet, ascent, descent, lineGap, unitsPerEm } = create(bytes) as Font;
  const font = {
    name,
    bytes,
    has: new Set(characterSet),
    ascent: ascent / unitsPerEm,
    height: (ascent + lineGap - descent) / unitsPerEm,
  };
  open.set(name, font);
  return font;
}

/** Returns a font that has been opened. */
export function getFont(face: Face, weight: Weight): OpenFont {
  const font = open.get(buildName(face, weight));
  if (!font) throw new Error(`The font ${buildName(face, weight)} has not been opened`);
  return font;
}

const lam = 0x644;
/** Letters of Arabic that have one glyph together, with the character that Unicode has for it. */
const ligatures = new Map(
  Array.from({ length: 8 }, (_, index) => String.fromCharCode(0xfefc - index)).map((ligature) => [
    ligature.normalize('NFKC'),
    ligature,
  ]),
);

/**
 * Gives a ligature one character, because programs that search a PDF reverse the letters of Arabic,
 * those of a ligature too.
 */
function joinLigatures({ glyphs }: GlyphRun): void {
  for (const glyph of glyphs) {
    const ligature = ligatures.get(String.fromCodePoint(...glyph.codePoints));
    if (ligature) glyph.codePoints = [ligature.charCodeAt(0)];
  }
}

const unplacedMarks = { mark: false, mkmk: false };

/**
 * Returns a font for pdfkit, whose types do not know that it takes one. Fontkit throws for some
 * marks that a font cannot place; they are drawn where the letter ends.
 */
export function buildSource({ bytes, has }: OpenFont): Buffer {
  const font = create(bytes) as Font;
  const layOut = font.layout.bind(font);
  font.layout = (text, features, ...rest) => {
    let run: GlyphRun;
    try {
      run = layOut(text, features, ...rest);
    } catch {
      run = layOut(text, unplacedMarks, ...rest);
    }
    if (has.has(lam)) joinLigatures(run);
    return run;
  };
  return font as unknown as Buffer;
}

/** Names of the fonts that are open. */
export const listOpenFonts = (): string[] => [...open.keys()];

const faces = new Map<string, Face>();
/** Returns the one object for a file. */
export function getFace(family: Family, subset: string): Face {
  const key = `${family.name}-${subset}`;
  const face = faces.get(key) ?? { family, subset };
  faces.set(key, face);
  return face;
}

type Range = { from: number; to: number; face: Face };
const ranges = new Map<Family, Range[]>();

/** Reads which file of a family is for which characters: `"[4]": "U+a001,U+a100-a118"`. */
function readRanges(family: Family): Range[] {
  const path = resolve(`${getFolder(family)}/unicode.json`);
  const listed = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.entries(listed).flatMap(([subset, text]) => {
    const face = getFace(family, subset.replace(/^\[(\d+)\]$/, '$1'));
    return text.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return { from, to, face };
    });
  });
}

/** Returns the files of a family that are said to have a character. */
export function listFaces(family: Family, codePoint: number): Face[] {
  const listed = ranges.get(family) ?? readRanges(family);
  ranges.set(family, listed);
  return listed
    .filter(({ from, to }) => from <= codePoint && codePoint <= to)
    .map(({ face }) => face);
}
