import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Calls whose work needs other domains than the one that declares them; `portal` composes all. */
const composed: Readonly<Record<string, string>> = {
  getAccountProfile: 'portal', // beside putAccountProfile
  getPublicInfo: 'portal', // lists the forms of the account
  listAccounts: 'portal', // counts cases and messages
  putAccountProfile: 'portal', // checks that its forms are the account's own
};

/** Finds names in the sources of each domain: `domain` is the first folder of a path. */
const findAll = (root: string, pattern: RegExp): [name: string, domain: string][] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(
        ([, name = '']): [string, string] => [name, file.split('/')[0] ?? ''],
      ),
    );

it('Each call is bound in the domain that declares it, unless it composes several', () => {
  const bound = new Map(findAll('server', /\broute\(\s*app,\s*deps,\s*(\w+),/g));
  const elsewhere = findAll('schemas', /export const (\w+) = endpoint\(/g).filter(
    ([name, domain]) => domain !== 'platform' && bound.has(name) && bound.get(name) !== domain,
  );
  expect(bound.size).toBeGreaterThan(100);
  expect(Object.fromEntries(elsewhere.map(([name]) => [name, bound.get(name)]))).toEqual(composed);
});
