import { expect, it } from 'vitest';
import type { CaseList, CaseSummary } from '#schemas/cases.ts';
import { groupsOf } from './CaseGroups.tsx';

it('puts the cases of an account together, however many pages they came in', () => {
  const page = (...akten: [string, string][]): CaseList => ({
    akten: akten.map(([accountId, ids]) => ({
      accountId,
      akten: ids.split(' ').map((idHash) => ({ idHash, accountId }) as CaseSummary),
    })),
  });
  const groups = groupsOf([
    page(['b', '1 2'], ['a', '3']),
    page(['a', '4'], ['c', '5'], ['b', '6']),
  ]);
  expect(
    groups.map(({ accountId, akten }) => [accountId, akten.map(({ idHash }) => idHash).join(' ')]),
  ).toEqual([
    ['b', '1 2 6'],
    ['a', '3 4'],
    ['c', '5'],
  ]);
});
