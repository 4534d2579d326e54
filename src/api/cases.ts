import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { getCase, listCases, type CaseList, type CaseSummary } from '#schemas/cases.ts';
import { canReply } from '#schemas/cases.rules.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { noteReplies } from '#src/lib/closedCases.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

const note = (cases: readonly CaseSummary[]): void =>
  noteReplies(cases.map((each) => ({ idHash: each.idHash, isOpenForReplies: canReply(each) })));

export const casesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of the client's cases, or those that have a text in them, page by page. */
    listCases: build.infiniteQuery<CaseList, string, string>({
      query: ({ queryArg: Search, pageParam: Cursor }) =>
        request(listCases)({
          query: { ...(Search ? { Search } : {}), ...(Cursor ? { Cursor } : {}) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['Case'],
      onQueryStarted: (_search, { queryFulfilled }) =>
        queryFulfilled.then(
          ({ data: { pages } }) =>
            note(pages.flatMap(({ akten }) => akten.flatMap((group) => group.akten))),
          () => undefined,
        ),
    }),
    /** Those in which something is unread, last active first. */
    listUnreadCases: build.query<CaseList, { atMost: number }>({
      query: ({ atMost }) => request(listCases)({ query: { Size: atMost, Unread: true } }),
      providesTags: ['Case', 'UnreadCase'],
    }),
    getCase: build.query<Reply<typeof getCase>, Args<typeof getCase>>({
      query: request(getCase),
      providesTags: ['Case'],
      onQueryStarted: (_case, { queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => note([data]),
          () => undefined,
        ),
    }),
  }),
});

export const { useGetCaseQuery, useListCasesInfiniteQuery, useListUnreadCasesQuery } = casesApi;

type ApiState = Parameters<ReturnType<typeof casesApi.endpoints.getCase.select>>[0];

/** A case as the browser last saw it, open or in a list. */
export function lastSeenCase(
  state: ApiState,
  { accountId, akteIdHash }: { accountId: string; akteIdHash: string },
): CaseSummary | undefined {
  const open = casesApi.endpoints.getCase.select({ params: { acc: accountId, akte: akteIdHash } })(
    state,
  ).data;
  if (open) return open;
  const lists = casesApi.util
    .selectCachedArgsForQuery(state, 'listCases')
    .flatMap((search) => casesApi.endpoints.listCases.select(search)(state).data?.pages ?? []);
  return lists
    .flatMap(({ akten }) => akten.flatMap((group) => group.akten))
    .find(({ idHash }) => idHash === akteIdHash);
}

/** Shows a case as it is now wherever it is loaded. */
export const showCase =
  (shown: CaseSummary) =>
  (dispatch: ThunkDispatch<ApiState, unknown, UnknownAction>, getState: () => ApiState): void => {
    const replaceIn = ({ akten }: CaseList) =>
      akten.forEach((group) => {
        group.akten = group.akten.map((each) =>
          each.idHash === shown.idHash && each.accountId === shown.accountId ? shown : each,
        );
      });
    for (const search of casesApi.util.selectCachedArgsForQuery(getState(), 'listCases'))
      dispatch(
        casesApi.util.updateQueryData('listCases', search, ({ pages }) => pages.forEach(replaceIn)),
      );
    for (const wanted of casesApi.util.selectCachedArgsForQuery(getState(), 'listUnreadCases'))
      dispatch(casesApi.util.updateQueryData('listUnreadCases', wanted, replaceIn));
    dispatch(
      casesApi.util.updateQueryData(
        'getCase',
        { params: { acc: shown.accountId, akte: shown.idHash } },
        () => shown,
      ),
    );
  };
