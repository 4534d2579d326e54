import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSync, type Font } from 'fontkit';
import { expect, it } from 'vitest';
import { languages } from '#schemas/platform/common.ts';
import { readTexts } from '#tools/localeFiles.ts';

type Range = readonly [first: number, last: number];

type Face = { file: string; ranges: Range[] };

/** Reads file and characters of each face that a style sheet declares. */
const readFaces = (sheet: string): Face[] =>
  readFileSync(sheet, 'utf8')
    .split('@font-face')
    .flatMap((face) => {
      const [, source] = /url\('(.*\.woff2)'\)/.exec(face) ?? [];
      const [, list] = /unicode-range:([^;]*);/.exec(face) ?? [];
      if (source === undefined || list === undefined) return [];
      const file = join(source.startsWith('@') ? 'node_modules' : dirname(sheet), source);
      return [{ file, ranges: list.split(',').map(parseRange) }];
    });

function parseRange(text: string): Range {
  const [first = NaN, last = first] = text
    .trim()
    .slice('U+'.length)
    .split('-')
    .map((code) => parseInt(code, 16));
  return [first, last];
}

const overlap = ([first, last]: Range, [otherFirst, otherLast]: Range): boolean =>
  first <= otherLast && otherFirst <= last;

const isUsed = ({ file }: Face): boolean => file.includes('-used.');
const isLatin = (face: Face): boolean => isUsed(face) || /-latin\b(?!-ext)/.test(face.file);

const styleSheets = [
  'src/ui/textFace.css',
  'src/ui/base.css',
  ...readdirSync('src/brands')
    .map((brand) => `src/brands/${brand}/faces.css`)
    .filter((sheet) => existsSync(sheet) && readFaces(sheet).some(isUsed)),
];

it.each(styleSheets)(
  'No face of %s has a Latin character of another one, which the browser would load for it',
  (file) => {
    const faces = readFaces(file);
    const latin = faces.filter(isLatin);
    expect([latin.length, faces.length > latin.length]).toEqual([2, true]);
    const shared = latin.flatMap(({ file: name, ranges }) =>
      faces
        .filter((face) => face.file !== name)
        .filter((face) => face.ranges.some((range) => ranges.some((own) => overlap(range, own))))
        .map((face) => `${face.file} and ${name}`),
    );
    expect(shared).toEqual([]);
  },
);

const listCodes = ({ ranges }: Face): number[] =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );

const listDrawn = (face: Face): Set<number> => new Set((openSync(face.file) as Font).characterSet);

it.each(styleSheets)('The face that %s loads first draws our texts', (sheet) => {
  const [used, rest] = readFaces(sheet)
    .filter(isLatin)
    .sort((a, b) => Number(isUsed(b)) - Number(isUsed(a)));
  if (!used || !rest) throw new Error('The style sheet lacks a Latin face');
  const promised = listCodes(used);
  const [drawn, drawnByRest] = [used, rest].map(listDrawn);
  // the original lacks some characters, too
  expect(promised.filter((code) => !drawn?.has(code) && drawnByRest?.has(code))).toEqual([]);
  const texts = languages.flatMap((language) =>
    (['visitors', 'portal'] as const).flatMap((reader) =>
      Object.values(readTexts(reader, language)),
    ),
  );
  const others = [...new Set(texts.join(''))].filter(
    (character) => !promised.includes(character.codePointAt(0) ?? NaN),
  );
  expect(others).toEqual([]);
});

it('A page has its faces of text and headings from 30 kB at most', () => {
  const [text = NaN, ...headings] = styleSheets.map(
    (sheet) => statSync(readFaces(sheet).find(isUsed)?.file ?? '').size,
  );
  expect(text + Math.max(...headings)).toBeLessThanOrEqual(30_000);
});
