import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '#src/engine/testing/messages.ts';
import { isBrandColor } from '#schemas/accounts/brand.rules.ts';
import { matchRoute } from '#src/routing/routes.ts';
import { findBrand } from './brand.ts';
import { brands } from './registry.ts';

const folders = readdirSync('src/brands', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Every file of the app except those of the folder. */
const sourcesBeside = (folder: string): string[] =>
  ['schemas', 'widgets', 'src', 'server'].flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.(?:tsx?|css)$/.test(entry.name) &&
          !entry.parentPath.endsWith(join('brands', folder)),
      )
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );

describe('a customer’s brand', () => {
  it('A brand is one folder and one line of code', () => {
    expect(brands.map(({ folder }) => folder).sort()).toEqual(folders.sort());
    for (const folder of folders) {
      const lines = sourcesBeside(folder)
        .flatMap((source) => source.split('\n'))
        .filter((line) => line.includes(`/${folder}/`));
      expect(lines).toEqual([expect.stringContaining(`import('./${folder}/brand.ts')`)]);
    }
  });

  it.each(folders)('%s has texts in both languages, for existing ids only', (folder) => {
    const [german, english] = ['de', 'en'].map(
      (language) =>
        JSON.parse(
          readFileSync(join('src/brands', folder, 'locales', `${language}.json`), 'utf8'),
        ) as Record<string, string>,
    );
    expect(Object.keys(german ?? {})).toEqual(Object.keys(english ?? {}));
    for (const id of Object.keys(german ?? {})) expect(messages.de).toHaveProperty([id]);
  });

  it.each(folders)(
    'The faces of %s are optional, and a page in German loads 30 kB at most',
    (folder) => {
      const css = readFileSync(join('src/brands', folder, 'faces.css'), 'utf8');
      const displays = css.match(/font-display: \w+/g) ?? [];
      expect(new Set(displays)).toEqual(new Set(['font-display: optional']));
      const latin = [...css.matchAll(/url\('([^']*-latin(?!-ext)[^']*)'\)/g)].map(([, url = '']) =>
        url.startsWith('.') ? join('src/brands', folder, url) : join('node_modules', url),
      );
      const sizes = latin.map((path) => statSync(path).size);
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000);
    },
  );

  it.each(folders)('%s replaces the portal’s name by its own', (folder) => {
    for (const language of ['de', 'en']) {
      const own = JSON.parse(
        readFileSync(join('src/brands', folder, 'locales', `${language}.json`), 'utf8'),
      ) as Record<string, string>;
      for (const id of ['home.title'])
        expect([id, own[id]]).toEqual([id, expect.stringContaining(own['app.name'] ?? id)]);
    }
  });

  it.each(brands)(
    'The brand of $accountKeys has valid colours, links and redirects',
    async ({ load }) => {
      const {
        brand: { colors, footerLinks, redirects },
      } = await load();
      expect(Object.values(colors).every(isBrandColor)).toBe(true);
      for (const { url } of footerLinks) expect(url).toMatch(/^https:\/\//);
      for (const [from, to] of Object.entries(redirects)) {
        if (to.startsWith('/'))
          expect([from, 'notFound']).not.toContain(matchRoute({ pathname: to, search: '' }).name);
        else expect(to).toMatch(/^https:\/\//);
      }
    },
  );
});

describe('the brand of the portal', () => {
  const load = () => Promise.reject(new Error('not needed'));
  const [one, other] = [
    { folder: 'one', hosts: ['one.example'], accountKeys: ['one', 'uno'], load },
    { folder: 'other', hosts: ['other.example'], accountKeys: ['other'], load },
  ];
  it.each([
    ['the host’s', { host: 'other.example', ofClient: ['one'] }, other],
    ['that of all accounts', { host: 'portal.example', ofClient: ['one', 'uno'] }, one],
    [
      'none for accounts of several brands',
      { host: 'portal.example', ofClient: ['one', 'other'] },
      undefined,
    ],
    ['none if one account has none', { host: 'portal.example', ofClient: ['one', 'x'] }, undefined],
    ['none without accounts', { host: 'portal.example' }, undefined],
    [
      'that of the page’s account for every user',
      { host: 'portal.example', ofPage: 'uno', ofClient: ['other'] },
      one,
    ],
    [
      'that of the page’s account, by another’s host',
      { host: 'other.example', ofPage: 'one' },
      one,
    ],
    [
      'none if the page’s account has none, on every host',
      { host: 'other.example', ofPage: 'x', ofClient: ['other'] },
      undefined,
    ],
  ])('The applied brand is %s', (_, seen, expected) =>
    expect(findBrand([one, other], seen)).toBe(expected),
  );
});
