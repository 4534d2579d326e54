import { getFolderTimeline, getTimeline, type CaseFile } from '#schemas/messages.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

const caseFilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest files that came with the messages of a case, or of one of its folders, and how many there are. */
    caseFiles: build.query<{ files: CaseFile[]; totalFiles: number }, TimelinePlace>({
      query: ({ folder, ...params }) => (folder === undefined ? request(getTimeline)({ params, query: { Size: 1 } }) : request(getFolderTimeline)({ params: { ...params, folder }, query: { Size: 1 } })),
      transformResponse: ({ files, totalFiles }: { files: CaseFile[]; totalFiles: number }) => ({ files, totalFiles }),
      providesTags: (_result, _error, { akte }) => [{ type: 'CaseFile', id: akte }],
    }),
  }),
});

export const { useCaseFilesQuery } = caseFilesApi;
