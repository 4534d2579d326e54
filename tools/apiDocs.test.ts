import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { withGeneratedCalls } from './apiDocs.ts';

const page = readFileSync('docs/provider-api.md', 'utf8');

it('`npm run docs` changes nothing in docs/provider-api.md', () => {
  expect(page).toBe(withGeneratedCalls(page));
});

it('The file docs/provider-api.md describes every call of the provider API', () => {
  const headings = [...page.matchAll(/^#### (\w+) (\S+)$/gm)].map(([, method, path]) =>
    `${method} ${path}`.replaceAll(/\{(\w+)\}/g, ':$1'),
  );
  const calls = endpoints
    .filter(({ path }) => path.startsWith('/provider/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(headings.sort()).toEqual(calls.sort());
});
