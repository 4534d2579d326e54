import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unreadIn } from '#schemas/cases/cases.rules.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import type { PortalEvent } from '#schemas/platform/events.ts';
import {
  getFolderTimeline,
  getTimeline,
  markFavorite,
  readMessage,
  sendFolderMessage,
  sendMessage,
  unmarkFavorite,
  type Message,
  type NewMessage,
  type Timeline,
} from '#schemas/cases/messages.ts';
import { isSameTimeline, type TimelineRef } from '#src/device/timelineRef.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { callJsonAs } from '#src/api/client/callAs.ts';
import { showCase } from './cases.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { favoritesApi, markInFavorites } from './favorites.ts';

const getCaseParams = ({ acc, akte }: TimelineRef) => ({ acc, akte });

/** Returns the response, or undefined after an error; the caller of the mutation gets the error. */
const getResponse = <T>(queryFulfilled: Promise<{ data: T }>): Promise<T | undefined> =>
  queryFulfilled.then(
    ({ data }) => data,
    () => undefined,
  );

/** A view of a timeline: from its newest message on, or around one message. */
export type TimelineView = TimelineRef & {
  around?: string;
  /** increases with each visit, so that a new one starts fresh */ visit: number;
};

/** A cursor, or the start of the view. */
type PageAt = { Cursor?: string; Direction?: 'Ascending' };

/** A page of a timeline, newest first in either direction. */
export type TimelinePage = Pick<Timeline, 'firstUnread'> & {
  messages: readonly Message[];
  older: string | undefined;
  newer: string | undefined;
};

/** RTK Query keeps this many pages; others are loaded again on scrolling back. */
const maxPages = 8;

function pageFrom(
  { messages: { timeline, cursor, newerCursor, olderCursor }, firstUnread }: Timeline,
  { Direction }: PageAt,
): TimelinePage {
  if (Direction === 'Ascending')
    return { messages: timeline.toReversed(), older: olderCursor, newer: cursor, firstUnread };
  return { messages: timeline, older: cursor, newer: newerCursor, firstUnread };
}

type State = Parameters<typeof api.util.selectInvalidatedBy>[0];

const selectViews = (state: State, akte: string): TimelineView[] =>
  api.util
    .selectInvalidatedBy(state, [{ type: 'Timeline', id: akte }])
    .flatMap(({ endpointName, originalArgs }) =>
      endpointName === 'timeline' ? [originalArgs as TimelineView] : [],
    );

/** Updates every cached view of a case. Returns a function that undoes it. */
const updateTimelines =
  (akte: string, change: (pages: TimelinePage[], view: TimelineView) => void) =>
  (dispatch: ThunkDispatch<State, unknown, UnknownAction>, getState: () => State): (() => void) => {
    const changes = selectViews(getState(), akte).map((view) =>
      dispatch(
        messagesApi.util.updateQueryData('timeline', view, ({ pages }) =>
          change(pages as TimelinePage[], view),
        ),
      ),
    );
    return () => changes.forEach(({ undo }) => undo());
  };

/** Ids of messages with a read call in flight: the event often arrives before the response. */
const beingRead = new Set<string | null>();

/**
 * Returns true if this tab has read the message or is reading it; then the event needs no refetch.
 */
export const isReadHere = (state: State, { akteIdHash, messageId }: PortalEvent): boolean =>
  beingRead.has(messageId) ||
  (akteIdHash !== null &&
    selectViews(state, akteIdHash).some((view) =>
      messagesApi.endpoints.timeline
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

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first; a next page is older, a previous page is newer. */
    timeline: build.infiniteQuery<TimelinePage, TimelineView, PageAt>({
      query: ({ queryArg: { acc, akte, folder, around: Around }, pageParam }) => {
        const query =
          pageParam.Cursor !== undefined
            ? pageParam
            : { ...(Around === undefined ? {} : { Around }), Only: 'messages' as const };
        return folder === undefined
          ? request(getTimeline)({ params: { acc, akte }, query })
          : request(getFolderTimeline)({ params: { acc, akte, folder }, query });
      },
      transformResponse: (timeline: Timeline, _meta, { pageParam }) =>
        pageFrom(timeline, pageParam),
      infiniteQueryOptions: {
        initialPageParam: {},
        maxPages,
        getNextPageParam: ({ older }) => (older === undefined ? undefined : { Cursor: older }),
        getPreviousPageParam: ({ newer }) =>
          newer === undefined ? undefined : { Cursor: newer, Direction: 'Ascending' },
      },
      providesTags: (_result, _error, { akte }) => [{ type: 'Timeline', id: akte }],
    }),
    /** Fails for a user other than the writer. */
    sendMessage: build.mutation<
      Message,
      { userId: string; place: TimelineRef; body: NewMessage; idempotencyKey: string }
    >({
      queryFn: async ({ userId, place: { folder, ...params }, ...rest }) =>
        (await callJsonAs(
          userId,
          folder === undefined
            ? request(sendMessage)({ params, ...rest })
            : request(sendFolderMessage)({ params: { ...params, folder }, ...rest }),
        )) as { data: Message } | { error: ApiError },
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
      invalidatesTags: (read, _error, { id }) =>
        read
          ? [
              'Account',
              { type: 'Hit', id },
              ...(unreadIn(read.akte) > 0 ? [] : ['UnreadCase' as const]),
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

export const { useReadMessageMutation, useSetFavoriteMutation, useTimelineInfiniteQuery } =
  messagesApi;
