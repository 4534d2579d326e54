import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { unreadIn } from '#schemas/cases.rules.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import type { PortalEvent } from '#schemas/events.ts';
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
} from '#schemas/messages.ts';
import { isSamePlace, type TimelinePlace } from '#src/lib/timelinePlace.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';
import { callJsonAs } from './callAs.ts';
import { showCase } from './cases.ts';
import type { ApiError } from './errors.ts';
import { favoritesApi, markInFavorites } from './favorites.ts';

const ofCase = ({ acc, akte }: TimelinePlace) => ({ acc, akte });

/** What was answered; undefined after a failure, which whoever has called hears of. */
const answerOf = <T>(queryFulfilled: Promise<{ data: T }>): Promise<T | undefined> =>
  queryFulfilled.then(
    ({ data }) => data,
    () => undefined,
  );

/** What of a timeline is open: from its newest message on, or around one that was looked for. */
export type TimelineView = TimelinePlace & {
  around?: string;
  /** a new one begins anew */ visit: number;
};

/** Where a page is: at the beginning of the view, or where a cursor leads. */
type PageAt = { Cursor?: string; Direction?: 'Ascending' };

/** A page of a timeline, newest first however it was read. */
export type TimelinePage = Pick<Timeline, 'firstUnread'> & {
  messages: readonly Message[];
  older: string | undefined;
  newer: string | undefined;
};

/** So many pages are held at once; what lies beyond them is loaded again on the way back. */
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

/** The views of a case that are loaded. */
const viewsOf = (state: State, akte: string): TimelineView[] =>
  api.util
    .selectInvalidatedBy(state, [{ type: 'Timeline', id: akte }])
    .flatMap(({ endpointName, originalArgs }) =>
      endpointName === 'timeline' ? [originalArgs as TimelineView] : [],
    );

/** Changes every view of a case that is loaded. Answers how to take that back. */
const updateTimelines =
  (akte: string, change: (pages: TimelinePage[], view: TimelineView) => void) =>
  (dispatch: ThunkDispatch<State, unknown, UnknownAction>, getState: () => State): (() => void) => {
    const changes = viewsOf(getState(), akte).map((view) =>
      dispatch(
        messagesApi.util.updateQueryData('timeline', view, ({ pages }) =>
          change(pages as TimelinePage[], view),
        ),
      ),
    );
    return () => changes.forEach(({ undo }) => undo());
  };

/** Messages that are being read: the word that one was read often comes before the answer. */
const beingRead = new Set<string | null>();

/** Whether a message was read here, or is just now: then its answer has what there is to know, and nothing has to be asked for. */
export const isReadHere = (state: State, { akteIdHash, messageId }: PortalEvent): boolean =>
  beingRead.has(messageId) ||
  (akteIdHash !== null &&
    viewsOf(state, akteIdHash).some((view) =>
      messagesApi.endpoints.timeline
        .select(view)(state)
        .data?.pages.some(({ messages }) =>
          messages.some(({ id, read }) => id === messageId && read),
        ),
    ));

/** Shows a message as it is now. */
const replace =
  (message: Message) =>
  (pages: TimelinePage[]): void => {
    for (const page of pages)
      page.messages = page.messages.map((each) => (each.id === message.id ? message : each));
  };

/** Adds a message of the user's own where the newest ones are shown; elsewhere it is found on the way there. */
const add =
  (place: TimelinePlace, message: Message) =>
  ([newest]: TimelinePage[], view: TimelineView): void => {
    if (
      !newest ||
      newest.newer !== undefined ||
      !isSamePlace(place, view) ||
      newest.messages.some(({ id }) => id === message.id)
    )
      return;
    newest.messages = [message, ...newest.messages];
  };

export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first; each further page is older, each one before it newer. */
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
    /** In the name of whoever wrote it, and in nobody else's. */
    sendMessage: build.mutation<
      Message,
      { userId: string; place: TimelinePlace; body: NewMessage; idempotencyKey: string }
    >({
      queryFn: async ({ userId, place: { folder, ...params }, ...rest }) =>
        (await callJsonAs(
          userId,
          folder === undefined
            ? request(sendMessage)({ params, ...rest })
            : request(sendFolderMessage)({ params: { ...params, folder }, ...rest }),
        )) as { data: Message } | { error: ApiError },
      async onQueryStarted({ place }, { dispatch, queryFulfilled }) {
        const data = await answerOf(queryFulfilled);
        if (data) dispatch(updateTimelines(place.akte, add(place, data)));
      },
      invalidatesTags: (sent) => (sent ? ['Case', 'Search'] : []),
    }),
    readMessage: build.mutation<Reply<typeof readMessage>, { place: TimelinePlace; id: string }>({
      query: ({ place, id }) => request(readMessage)({ params: { ...ofCase(place), id } }),
      async onQueryStarted({ place, id }, { dispatch, queryFulfilled }) {
        beingRead.add(id);
        const data = await answerOf(queryFulfilled);
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
    /** Shown at once, and taken back when it could not be kept. */
    setFavorite: build.mutation<
      Message,
      { place: TimelinePlace; message: Message; isFavorite: boolean }
    >({
      query: ({ place, message: { id }, isFavorite }) =>
        request(isFavorite ? markFavorite : unmarkFavorite)({
          params: { ...ofCase(place), id },
        } satisfies Args<typeof markFavorite>),
      async onQueryStarted({ place, message, isFavorite }, { dispatch, queryFulfilled }) {
        const marked = { ...message, isFavorite };
        const undo = dispatch(updateTimelines(place.akte, replace(marked)));
        const listed = dispatch(
          favoritesApi.util.updateQueryData('favorites', ofCase(place), ({ pages }) =>
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
