import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  getFolderTimeline,
  getTimeline,
  type Message,
  type Timeline,
} from '#schemas/cases/messages.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

/** A view of a timeline: from its newest message on, or around one message. */
export type TimelineView = TimelineRef & {
  around?: string;
  /** Increases with each visit, so that a new one starts fresh. */
  visit: number;
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

function toTimelinePage(
  { messages: { timeline, cursor, newerCursor, olderCursor }, firstUnread }: Timeline,
  { Direction }: PageAt,
): TimelinePage {
  if (Direction === 'Ascending')
    return { messages: timeline.toReversed(), older: olderCursor, newer: cursor, firstUnread };
  return { messages: timeline, older: cursor, newer: newerCursor, firstUnread };
}

export const timelineApi = api.injectEndpoints({
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
        toTimelinePage(timeline, pageParam),
      infiniteQueryOptions: {
        initialPageParam: {},
        maxPages,
        getNextPageParam: ({ older }) => (older === undefined ? undefined : { Cursor: older }),
        getPreviousPageParam: ({ newer }) =>
          newer === undefined ? undefined : { Cursor: newer, Direction: 'Ascending' },
      },
      providesTags: (_result, _error, { akte }) => [{ type: 'Timeline', id: akte }],
    }),
  }),
});

export const { useTimelineInfiniteQuery } = timelineApi;

export type State = Parameters<typeof api.util.selectInvalidatedBy>[0];

export const selectViews = (state: State, akte: string): TimelineView[] =>
  api.util
    .selectInvalidatedBy(state, [{ type: 'Timeline', id: akte }])
    .flatMap(({ endpointName, originalArgs }) =>
      endpointName === 'timeline' ? [originalArgs as TimelineView] : [],
    );

/** Updates every cached view of a case. Returns a function that undoes it. */
export const updateTimelines =
  (akte: string, change: (pages: TimelinePage[], view: TimelineView) => void) =>
  (dispatch: ThunkDispatch<State, unknown, UnknownAction>, getState: () => State): (() => void) => {
    const changes = selectViews(getState(), akte).map((view) =>
      dispatch(
        timelineApi.util.updateQueryData('timeline', view, ({ pages }) =>
          change(pages as TimelinePage[], view),
        ),
      ),
    );
    return () => changes.forEach(({ undo }) => undo());
  };
