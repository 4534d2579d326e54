import {
  countInbox,
  getInboxPdf,
  getInboxRecord,
  listInbox,
  markInboxItem,
  openInboxItem,
  type InboxItem,
  type InboxView,
} from '#schemas/tasks/inbox.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { fetchBytes } from '#src/api/files/files.ts';
import { saveBytes } from '#src/device/saveBytes.ts';

/** A view of an account's inbox with its search. */
export type InboxPlace = { acc: string; view: InboxView; q: string };

type ItemArgs = Args<typeof openInboxItem>;
export const inboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    inbox: build.infiniteQuery<Reply<typeof listInbox>, InboxPlace, string>({
      query: ({ queryArg: { acc, view, q }, pageParam: cursor }) =>
        request(listInbox)({
          params: { acc },
          query: { view, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['Inbox'],
    }),
    countInbox: build.query<Reply<typeof countInbox>, Args<typeof countInbox>>({
      query: request(countInbox),
      providesTags: ['Inbox'],
    }),
    getInboxRecord: build.query<Reply<typeof getInboxRecord>, Args<typeof getInboxRecord>>({
      query: request(getInboxRecord),
      providesTags: ['Inbox', 'Staff'], // it has the possible assignees
    }),
    openInboxItem: build.mutation<InboxItem, ItemArgs>({
      query: request(openInboxItem),
      invalidatesTags: ['Inbox'],
    }),
    markInboxItem: build.mutation<InboxItem, Args<typeof markInboxItem>>({
      query: request(markInboxItem),
      // After a refusal too: the reader sees what another user has set meanwhile.
      invalidatesTags: ['Inbox'],
    }),
  }),
});

export const {
  useInboxInfiniteQuery,
  useCountInboxQuery,
  useGetInboxRecordQuery,
  useOpenInboxItemMutation,
  useMarkInboxItemMutation,
} = inboxApi;

/** Downloads the answers as a PDF; rejects with an ApiError. */
export async function saveInboxPdf(params: ItemArgs['params'], reference: string): Promise<void> {
  saveBytes(await fetchBytes(getInboxPdf, params), `${reference}.pdf`);
}
