import { expect, it } from 'vitest';
import type { CaseList, CaseSummary } from '#schemas/cases/cases.ts';
import { groupByAccount } from './CaseGroups.tsx';

it('Cases of one account from several pages form one group', () => {
  const page = (...akten: [string, string][]): CaseList => ({
    akten: akten.map(([accountId, ids]) => ({
      accountId,
      akten: ids.split(' ').map((idHash) => ({ idHash, accountId }) as CaseSummary),
    })),
  });
  const groups = groupByAccount([
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
