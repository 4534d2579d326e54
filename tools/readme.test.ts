import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { variables } from '#server/config.ts';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the README', () => {
  it('lists every variable the server reads, with its purpose, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]+) \|/gm)].map(
      ([, name, purpose]) => [name, purpose],
    );
    expect(rows).toEqual(Object.entries(variables).map(([name, { purpose }]) => [name, purpose]));
  });

  it('names commands that exist', () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
  });
});

it('the page of complaints names tests that exist', () => {
  const rows = [
    ...readFileSync('docs/complaints.md', 'utf8').matchAll(/^\| [^|]+ \| `([^`]+)` (.+) \|$/gm),
  ].map(([, file = '', name = '']) => [file, name] as const);
  expect(rows.length).toBeGreaterThan(25);
  for (const [file, name] of rows)
    expect(readFileSync(file, 'utf8').replaceAll('\n * ', ' '), name).toContain(name);
});
