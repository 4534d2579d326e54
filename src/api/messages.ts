import type { Args, Reply } from '#schemas/endpoint.ts';
import { getFolderTimeline, getTimeline, markFavorite, readMessage, sendFolderMessage, sendMessage, unmarkFavorite, type Message, type NewMessage, type Timeline } from '#schemas/messages.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';
import { callJsonAs } from './callAs.ts';
import { casesApi } from './cases.ts';
import type { ApiError } from './errors.ts';
import { favoritesApi, markInFavorites } from './favorites.ts';

const ofCase = ({ acc, akte }: TimelinePlace) => ({ acc, akte });

/** What was answered; undefined after a failure, which whoever has called hears of. */
const answerOf = <T>(queryFulfilled: Promise<{ data: T }>): Promise<T | undefined> => queryFulfilled.then(({ data }) => data, () => undefined);

/** Shows a message as it is now. */
function replaceIn(pages: readonly Timeline[], message: Message): void {
  for (const { messages: { timeline } } of pages) {
    const index = timeline.findIndex(({ id }) => id === message.id);
    if (index >= 0) timeline[index] = message;
  }
}

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first; each further page is older. */
    timeline: build.infiniteQuery<Timeline, TimelinePlace, string>({
      query: ({ queryArg: { folder, ...params }, pageParam: Cursor }) => {
        const query = Cursor ? { Cursor } : {};
        return folder === undefined ? request(getTimeline)({ params, query }) : request(getFolderTimeline)({ params: { ...params, folder }, query });
      },
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ messages }) => messages.cursor },
      providesTags: (_result, _error, { akte }) => [{ type: 'Timeline', id: akte }],
    }),
    /** In the name of whoever wrote it, and in nobody else's. */
    sendMessage: build.mutation<Message, { userId: string; place: TimelinePlace; body: NewMessage; idempotencyKey: string }>({
      queryFn: async ({ userId, place: { folder, ...params }, ...rest }) =>
        (await callJsonAs(userId, folder === undefined ? request(sendMessage)({ params, ...rest }) : request(sendFolderMessage)({ params: { ...params, folder }, ...rest }))) as { data: Message } | { error: ApiError },
      async onQueryStarted({ place }, { dispatch, queryFulfilled }) {
        const data = await answerOf(queryFulfilled);
        if (data) dispatch(messagesApi.util.updateQueryData('timeline', place, ({ pages: [newest] }) => {
          if (!newest || newest.messages.timeline.some(({ id }) => id === data.id)) return;
          newest.messages.timeline.unshift(data);
          newest.messages.totalCount += 1;
        }));
      },
      invalidatesTags: (sent) => (sent ? ['Case'] : []),
    }),
    readMessage: build.mutation<Reply<typeof readMessage>, { place: TimelinePlace; id: string }>({
      query: ({ place, id }) => request(readMessage)({ params: { ...ofCase(place), id } }),
      async onQueryStarted({ place }, { dispatch, queryFulfilled }) {
        const data = await answerOf(queryFulfilled);
        if (!data) return;
        const { message, akte } = data;
        dispatch(messagesApi.util.updateQueryData('timeline', place, ({ pages }) => replaceIn(pages, message)));
        dispatch(casesApi.util.updateQueryData('getCase', { params: { acc: place.acc, akte: place.akte } }, () => akte));
      },
      invalidatesTags: (read) => (read ? ['Account', 'Case'] : []),
    }),
    /** Shown at once, and taken back when it could not be kept. */
    setFavorite: build.mutation<Message, { place: TimelinePlace; message: Message; isFavorite: boolean }>({
      query: ({ place, message: { id }, isFavorite }) => request(isFavorite ? markFavorite : unmarkFavorite)({ params: { ...ofCase(place), id } } satisfies Args<typeof markFavorite>),
      async onQueryStarted({ place, message, isFavorite }, { dispatch, queryFulfilled }) {
        const marked = { ...message, isFavorite };
        const changes = [
          dispatch(messagesApi.util.updateQueryData('timeline', place, ({ pages }) => replaceIn(pages, marked))),
          dispatch(favoritesApi.util.updateQueryData('favorites', ofCase(place), ({ pages }) => markInFavorites(pages, marked))),
        ];
        await queryFulfilled.catch(() => changes.forEach(({ undo }) => undo()));
      },
    }),
  }),
});

export const { useReadMessageMutation, useSetFavoriteMutation, useTimelineInfiniteQuery } = messagesApi;
