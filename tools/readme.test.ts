import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { variables } from '#server/configVariables.ts';

const readme = readFileSync('README.md', 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

it('README.md has at most 120 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

it('The file docs/configuration.md lists every variable the server reads, and no other', () => {
  const [table = ''] = readFileSync('docs/configuration.md', 'utf8').split('\n## ');
  const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]+) \|/gm)].map(
    ([, name, purpose]) => [name, purpose],
  );
  expect(rows).toEqual(Object.entries(variables).map(([name, { purpose }]) => [name, purpose]));
});

it.each(documents)('%s names only npm scripts that exist', (file) => {
  const text = readFileSync(file, 'utf8');
  for (const [, name] of text.matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});

it('The file docs/complaints.md names tests that exist', () => {
  const rows = [
    ...readFileSync('docs/complaints.md', 'utf8').matchAll(/^\| [^|]+ \| `([^`]+)` (.+) \|$/gm),
  ].map(([, file = '', name = '']) => [file, name] as const);
  expect(rows.length).toBeGreaterThan(25);
  for (const [file, name] of rows)
    expect(readFileSync(file, 'utf8').replaceAll('\n * ', ' '), name).toContain(name);
});
