import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { api } from '#src/api/client/api.ts';
import { casesApi, findCachedCase } from './cases.ts';

const buildCase = (idHash: string, header: string) =>
  ({ idHash, accountId: 'a', header }) as CaseSummary;
const seen = (state: Parameters<typeof findCachedCase>[0], akteIdHash: string) =>
  findCachedCase(state, { accountId: 'a', akteIdHash })?.header;

it('A case is found in any cached page of a list, and preferably loaded alone', async () => {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const page = (...akten: CaseSummary[]) => ({ akten: [{ accountId: 'a', akten }] });
  await store.dispatch(
    casesApi.util.upsertQueryData('listCases', '', {
      pages: [page(buildCase('1', 'Eins')), page(buildCase('2', 'Zwei'))],
      pageParams: ['', 'next'],
    }),
  );
  await store.dispatch(
    casesApi.util.upsertQueryData('listCases', 'drei', {
      pages: [page(buildCase('3', 'Drei'))],
      pageParams: [''],
    }),
  );
  expect(['1', '2', '3', '4'].map((id) => seen(store.getState(), id))).toEqual([
    'Eins',
    'Zwei',
    'Drei',
    undefined,
  ]);
  await store.dispatch(
    casesApi.util.upsertQueryData(
      'getCase',
      { params: { acc: 'a', akte: '2' } },
      buildCase('2', 'Zwei, umbenannt'),
    ),
  );
  expect(seen(store.getState(), '2')).toBe('Zwei, umbenannt');
});
