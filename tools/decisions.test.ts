import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'docs/decisions';
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\/\d{4}-[a-z0-9-]+\.md$/.test(path),
);
const index = readFileSync(`${folder}/README.md`, 'utf8');

it('Every decision has a number of its own', () => {
  const numbers = pages.map((path) => basename(path).slice(0, 4));
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.sort()).toEqual([...new Set(numbers)].sort());
});

describe.each(pages)('the decision %s', (path) => {
  const [title = ''] = readFileSync(`${folder}/${path}`, 'utf8').split('\n');

  it('A decision has a question as its title', () => expect(title).toMatch(/^# [A-Z].*\?$/));

  it('A decision is in the index under its title', () =>
    expect(index).toContain(
      `- [${basename(path).slice(0, 4)}. ${title.replace('# ', '')}](${path})`,
    ));
});
