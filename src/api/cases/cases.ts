import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { getCase, listCases, type CaseList, type CaseSummary } from '#schemas/cases/cases.ts';
import { canReply } from '#schemas/cases/cases.rules.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { storeClosedCases } from '#src/device/closedCases.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const note = (cases: readonly CaseSummary[]): void =>
  storeClosedCases(
    cases.map((each) => ({ idHash: each.idHash, isOpenForReplies: canReply(each) })),
  );

export const casesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All of the client's cases, or those that contain a search text. */
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
    /** Cases with unread messages, last active first. */
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

/** Returns a case from the cache, loaded alone or in a list. */
export function findCachedCase(
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

/** Replaces a case wherever it is cached. */
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
