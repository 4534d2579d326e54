import { getCase, listCases, type CaseList } from '#schemas/cases.ts';
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
