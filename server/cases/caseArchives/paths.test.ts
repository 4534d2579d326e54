import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPaths } from './paths.ts';

it('Paths are unique, also ignoring case and Unicode normalization', () => {
  const paths = createPaths();
  expect(
    ['Brief.pdf', 'brief.PDF', 'Brief.pdf', 'Brief (2).pdf', 'Ärger', 'A\u0308rger', 'ohne'].map(
      (name) => paths.file('', name),
    ),
  ).toEqual([
    'Brief.pdf',
    'brief (2).PDF',
    'Brief (3).pdf',
    'Brief (2) (2).pdf',
    'Ärger',
    'Ärger (2)',
    'ohne',
  ]);
  expect([
    paths.folder('', 'Brief.pdf'),
    paths.folder('', 'Gericht'),
    paths.folder('', 'Gericht'),
  ]).toEqual(['Brief (4).pdf/', 'Gericht/', 'Gericht (2)/']);
  expect([1, 2].map(() => paths.folder('', 'Nachlass Dr. Müller'))).toEqual([
    'Nachlass Dr. Müller/',
    'Nachlass Dr. Müller (2)/',
  ]);
});

it('Folders have unique names, also above the maximum depth', () => {
  const paths = createPaths();
  const names = [
    'Rechtsschutzversicherung',
    'Schriftwechsel mit der Gegenseite',
    'Gutachten und Nachbesichtigung',
    'Entwürfe',
    'Fotos',
    'Rechnungen der Werkstatt',
    'Sommer',
  ];
  let path = '';
  const given = names.map((name) => (path = paths.folder(path, name)));
  expect(given.map((each) => each.split('/').at(-2))).toEqual(names);
  const third = `${names.slice(0, 3).join('/')}/`;
  expect(given.slice(3)).toEqual([
    `${third}Entwürfe/`,
    `${third}Entwürfe/Fotos/`,
    `${third}Rechnungen der Werkstatt/`,
    `${third}Sommer/`,
  ]);
});

it('Any name becomes a unique, safe path within the length limit', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          folders: fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 100 }),
          name: fc.string({ unit: 'binary', maxLength: 300 }),
        }),
      ),
      (files) => {
        const paths = createPaths();
        const given = files.map(({ folders, name }) =>
          paths.file(
            folders.reduce((parent, folder) => paths.folder(parent, folder), ''),
            name,
          ),
        );
        expect(new Set(given.map((path) => path.toLowerCase())).size).toBe(given.length);
        for (const path of given) {
          expect(
            path
              .split('/')
              .every((part) => part !== '' && part !== '..' && part !== '.' && !/[\\:]/.test(part)),
          ).toBe(true);
          expect(Buffer.byteLength(path)).toBeLessThan(240);
        }
      },
    ),
    { numRuns: 100 },
  );
});
