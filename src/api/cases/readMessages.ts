import type { Reply } from '#schemas/platform/endpoint.ts';
import { readFolderMessages, readMessages } from '#schemas/cases/messages.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { request } from '#src/api/client/baseQuery.ts';
import { showCase } from './cases.ts';
import { timelineApi } from './timeline.ts';

export const { useReadMessagesMutation } = timelineApi.injectEndpoints({
  endpoints: (build) => ({
    /** Reads the messages of a case or folder up to an instant. */
    readMessages: build.mutation<Reply<typeof readMessages>, { place: TimelineRef; until: string }>(
      {
        query: ({ place: { folder, ...params }, until }) =>
          folder === undefined
            ? request(readMessages)({ params, body: { Until: until } })
            : request(readFolderMessages)({
                params: { ...params, folder },
                body: { Until: until },
              }),
        onQueryStarted: (_asked, { dispatch, queryFulfilled }) =>
          queryFulfilled.then(
            ({ data }) => {
              dispatch(showCase(data.akte));
            },
            () => undefined, // the caller shows the error
          ),
        invalidatesTags: (read, _error, { place }) =>
          read
            ? [
                'Account',
                'Hit',
                'UnreadCase',
                { type: 'CaseFile', id: place.akte },
                { type: 'Timeline', id: place.akte },
              ]
            : [],
      },
    ),
  }),
});
