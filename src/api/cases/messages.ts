import { countUnread } from '#schemas/cases/cases.rules.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import {
  markFavorite,
  readMessage,
  sendFolderMessage,
  sendMessage,
  unmarkFavorite,
  type Message,
  type NewMessage,
} from '#schemas/cases/messages.ts';
import { isSameTimeline, type TimelineRef } from '#src/device/timelineRef.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { callJsonAs } from '#src/api/client/callAs.ts';
import { showCase } from './cases.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { favoritesApi, markInFavorites } from './favorites.ts';
import {
  selectViews,
  timelineApi,
  updateTimelines,
  type State,
  type TimelinePage,
  type TimelineView,
} from './timeline.ts';

const getCaseParams = ({ acc, akte }: TimelineRef) => ({ acc, akte });

/** Returns the response, or undefined after an error; the caller of the mutation gets the error. */
const getResponse = <T>(queryFulfilled: Promise<{ data: T }>): Promise<T | undefined> =>
  queryFulfilled.then(
    ({ data }) => data,
    () => undefined,
  );

/** Ids of messages with a read call in flight: the event often arrives before the response. */
const beingRead = new Set<string | null>();

/**
 * Returns true if this tab has read the message or is reading it; then the event needs no refetch.
 */
export const isReadHere = (state: State, { akteIdHash, messageId }: PortalEvent): boolean =>
  beingRead.has(messageId) ||
  (akteIdHash !== null &&
    selectViews(state, akteIdHash).some((view) =>
      timelineApi.endpoints.timeline
        .select(view)(state)
        .data?.pages.some(({ messages }) =>
          messages.some(({ id, read }) => id === messageId && read),
        ),
    ));

const replace =
  (message: Message) =>
  (pages: TimelinePage[]): void => {
    for (const page of pages)
      page.messages = page.messages.map((each) => (each.id === message.id ? message : each));
  };

/** Adds the user's own message to views that show the newest page. */
const add =
  (place: TimelineRef, message: Message) =>
  ([newest]: TimelinePage[], view: TimelineView): void => {
    if (
      !newest ||
      newest.newer !== undefined ||
      !isSameTimeline(place, view) ||
      newest.messages.some(({ id }) => id === message.id)
    )
      return;
    newest.messages = [message, ...newest.messages];
  };

type Outgoing = { place: TimelineRef; body: NewMessage; idempotencyKey: string };

const requestSending = ({ place: { folder, ...params }, ...rest }: Outgoing) =>
  folder === undefined
    ? request(sendMessage)({ params, ...rest })
    : request(sendFolderMessage)({ params: { ...params, folder }, ...rest });

export const messagesApi = timelineApi.injectEndpoints({
  endpoints: (build) => ({
    /** Fails for a user other than the writer. */
    sendMessage: build.mutation<Message, { userId: string } & Outgoing>({
      queryFn: async ({ userId, ...message }) =>
        (await callJsonAs(userId, requestSending(message))) as
          { data: Message } | { error: ApiError },
      async onQueryStarted({ place }, { dispatch, queryFulfilled }) {
        const data = await getResponse(queryFulfilled);
        if (data) dispatch(updateTimelines(place.akte, add(place, data)));
      },
      invalidatesTags: (sent) => (sent ? ['Case', 'Search'] : []),
    }),
    readMessage: build.mutation<Reply<typeof readMessage>, { place: TimelineRef; id: string }>({
      query: ({ place, id }) => request(readMessage)({ params: { ...getCaseParams(place), id } }),
      async onQueryStarted({ place, id }, { dispatch, queryFulfilled }) {
        beingRead.add(id);
        const data = await getResponse(queryFulfilled);
        beingRead.delete(id);
        if (!data) return;
        const { message, akte } = data;
        dispatch(updateTimelines(place.akte, replace(message)));
        dispatch(showCase(akte));
      },
      invalidatesTags: (read, _error, { id, place }) =>
        read
          ? [
              'Account',
              ...(read.message.attachments.length > 0
                ? [{ type: 'CaseFile' as const, id: place.akte }]
                : []),
              { type: 'Hit', id },
              ...(countUnread(read.akte) > 0 ? [] : ['UnreadCase' as const]),
            ]
          : [],
    }),
    /** Updates optimistically and rolls back on an error. */
    setFavorite: build.mutation<
      Message,
      { place: TimelineRef; message: Message; isFavorite: boolean }
    >({
      query: ({ place, message: { id }, isFavorite }) =>
        request(isFavorite ? markFavorite : unmarkFavorite)({
          params: { ...getCaseParams(place), id },
        } satisfies Args<typeof markFavorite>),
      async onQueryStarted({ place, message, isFavorite }, { dispatch, queryFulfilled }) {
        const marked = { ...message, isFavorite };
        const undo = dispatch(updateTimelines(place.akte, replace(marked)));
        const listed = dispatch(
          favoritesApi.util.updateQueryData('favorites', getCaseParams(place), ({ pages }) =>
            markInFavorites(pages, marked),
          ),
        );
        await queryFulfilled.catch(() => {
          undo();
          listed.undo();
        });
      },
    }),
  }),
});

export const { useReadMessageMutation, useSetFavoriteMutation } = messagesApi;
