import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const named = [...tokens.matchAll(/--bp-[a-z-]+: (\d+)px/g)].map(([, width]) => Number(width));
const allowed = new Set(
  named.flatMap((width) => [`(min-width: ${width}px)`, `(max-width: ${width - 1}px)`]),
);

/** Returns the size queries of a source that use no named breakpoint. */
const findUnnamed = (source: string): string[] =>
  [...source.matchAll(/(?:@media|@container|useMediaQuery\(|matchMedia\()[^{;\n]*/g)]
    .flatMap(
      ([query]) =>
        query.match(/\([^()]*\b(?:width|height|inline-size|block-size)\b[^()]*\)/g) ?? [],
    )
    .filter((feature) => !allowed.has(feature));

it('The tokens name the breakpoints that are decided', () => {
  expect(named).toEqual(expect.arrayContaining([425, 640, 768, 1024]));
});

it.each([
  '@media (max-width: 1199px) {',
  '@media screen and (min-width: 767px) {',
  '@container (min-width: 44rem) {',
  '@media (width >= 768px) {',
  "useMediaQuery('(max-width: 600px)')",
  '@media (max-height: 500px) {',
])('The check reports the size query %s', (query) => {
  expect(findUnnamed(query)).toHaveLength(1);
});

it('Every size query in the sources uses a named breakpoint', () => {
  const sources = ['src', 'widgets', 'stories', 'server']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.(?:tsx?|css|html)$/.test(file));
  const unnamed = sources.flatMap((file) =>
    findUnnamed(readFileSync(file, 'utf8')).map((feature) => `${file}: ${feature}`),
  );
  expect(unnamed).toEqual([]);
});
