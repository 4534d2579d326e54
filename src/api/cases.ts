import { getCase, listCases, type CaseList, type CaseSummary } from '#schemas/cases.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const casesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of the client's cases, or those that have a text in them, page by page. */
    listCases: build.infiniteQuery<CaseList, string, string>({
      query: ({ queryArg: Search, pageParam: Cursor }) => request(listCases)({ query: { ...(Search ? { Search } : {}), ...(Cursor ? { Cursor } : {}) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['Case'],
    }),
    getCase: build.query<Reply<typeof getCase>, Args<typeof getCase>>({ query: request(getCase), providesTags: ['Case'] }),
  }),
});

export const { useGetCaseQuery, useListCasesInfiniteQuery } = casesApi;

type ApiState = Parameters<ReturnType<typeof casesApi.endpoints.getCase.select>>[0];

/** A case as the browser last saw it, open or in a list. */
export function lastSeenCase(state: ApiState, { accountId, akteIdHash }: { accountId: string; akteIdHash: string }): CaseSummary | undefined {
  const open = casesApi.endpoints.getCase.select({ params: { acc: accountId, akte: akteIdHash } })(state).data;
  if (open) return open;
  const lists = casesApi.util.selectCachedArgsForQuery(state, 'listCases').flatMap((search) => casesApi.endpoints.listCases.select(search)(state).data?.pages ?? []);
  return lists.flatMap(({ akten }) => akten.flatMap((group) => group.akten)).find(({ idHash }) => idHash === akteIdHash);
}
