import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shortRuns } from './shortest.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const benchmarks = Object.keys(scripts).filter((name) => name.startsWith('bench:'));

it('Every benchmark of package.json has a shortest run', () => {
  expect(shortRuns.map(({ name }) => name).sort()).toEqual(benchmarks.sort());
});

it('The document of the benchmarks lists every benchmark', () => {
  const document = readFileSync('docs/benchmarks.md', 'utf8');
  for (const name of benchmarks) expect(document).toContain(`| \`npm run ${name}\` |`);
});
