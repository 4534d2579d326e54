import { searchMessages, searchMessagesOfCase, type MessageHits } from '#schemas/cases/search.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

/** A search in one case, or in all of the client's. */
export type MessageSearch = { search: string; within?: { acc: string; akte: string } };

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchMessages: build.infiniteQuery<MessageHits, MessageSearch, string>({
      query: ({ queryArg: { search: Search, within: params }, pageParam: Cursor }) => {
        const query = { Search, ...(Cursor ? { Cursor } : {}) };
        return params
          ? request(searchMessagesOfCase)({ params, query })
          : request(searchMessages)({ query });
      },
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: (found) => [
        'Search',
        ...(found?.pages.flatMap(({ hits }) =>
          hits.flatMap(({ messageId: id, read }) => (read ? [] : [{ type: 'Hit' as const, id }])),
        ) ?? []),
      ], // an unread hit shows its text only after it is read
    }),
  }),
});

export const { useSearchMessagesInfiniteQuery } = searchApi;
