import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { withGeneratedCalls } from './apiDocs.ts';

const page = readFileSync('docs/provider-api.md', 'utf8');

it('docs/provider-api.md is current (npm run docs)', () => {
  expect(page).toBe(withGeneratedCalls(page));
});

it('docs/provider-api.md describes every call of the provider API', () => {
  const headings = [...page.matchAll(/^#### (\w+) (\S+)$/gm)].map(([, method, path]) =>
    `${method} ${path}`.replaceAll(/\{(\w+)\}/g, ':$1'),
  );
  const calls = endpoints
    .filter(({ path }) => path.startsWith('/provider/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(headings.sort()).toEqual(calls.sort());
});
