import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  formatFacts,
  listDependencies,
  readLock,
  listUnknownLicences,
  listUnusualParts,
  type Lock,
} from './licences.ts';

const dependencies = listDependencies(readLock());

it('THIRD_PARTY_LICENSES.md lists the dependencies of package-lock.json (npm run licences)', () => {
  const rows = readFileSync('THIRD_PARTY_LICENSES.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2) // the head
    .map((line) => /^\|[^|]*\|[^|]*\|(?:\\\||[^|])*\|/.exec(line)?.[0]);
  expect(rows).toEqual(dependencies.map(formatFacts));
});

it('Every production dependency has a known licence', () => {
  expect(listUnknownLicences(dependencies)).toEqual([]);
});

it('A dependency without a known licence is reported', () => {
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/silent': { version: '1.0.0' },
      'node_modules/strict': { version: '2.0.0', license: 'AGPL-3.0-only' },
      'node_modules/fine': { version: '3.0.0', license: '(MIT OR GPL-2.0-only)' },
      'node_modules/only-for-tests': { version: '4.0.0', dev: true },
    },
  };
  expect(listUnknownLicences(listDependencies(lock))).toEqual([
    'silent@1.0.0: no licence',
    'strict@2.0.0: AGPL-3.0-only',
  ]);
});

it('A licence is unusual only when every option of it has an unusual part', () => {
  expect(listUnusualParts('(BSD-2-Clause OR LGPL-3.0-or-later)')).toEqual([]);
  expect(listUnusualParts('Apache-2.0 AND LGPL-3.0-or-later')).toEqual(['LGPL-3.0-or-later']);
});
