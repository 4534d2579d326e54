import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Range = readonly [first: number, last: number];

/** Reads file and characters of each face that a style sheet declares. */
const readFaces = (file: string): { file: string; ranges: Range[] }[] =>
  readFileSync(file, 'utf8')
    .split('@font-face')
    .flatMap((face) => {
      const [, source] = /url\('.*\/([^/]*\.woff2)'\)/.exec(face) ?? [];
      const [, list] = /unicode-range:([^;]*);/.exec(face) ?? [];
      return source === undefined || list === undefined
        ? []
        : [{ file: source, ranges: list.split(',').map(parseRange) }];
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

it.each(['src/ui/textFace.css', 'src/ui/base.css'])(
  'No face of %s has a character of the Latin one, which the browser would load it for',
  (file) => {
    const faces = readFaces(file);
    const latin = faces.find((face) => /-latin-(?!ext)/.test(face.file));
    const others = faces.filter((face) => face !== latin);
    expect([latin?.ranges.length, others.length > 0]).toEqual([expect.any(Number), true]);
    const shared = others.filter(({ ranges }) =>
      ranges.some((range) => latin?.ranges.some((own) => overlap(range, own))),
    );
    expect(shared.map((face) => face.file)).toEqual([]);
  },
);
