import { listCaseFiles, type CaseFiles, type CaseFilesQuery } from '#schemas/caseFiles.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

type Wanted = { acc: string; akte: string } & Pick<CaseFilesQuery, 'Kind' | 'Search' | 'Size'>;

const caseFilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Files of a case and its folders, newest first, page by page. */
    caseFiles: build.infiniteQuery<CaseFiles, Wanted, string>({
      query: ({ queryArg: { acc, akte, ...query }, pageParam: Cursor }) =>
        request(listCaseFiles)({
          params: { acc, akte },
          query: { ...query, ...(Cursor ? { Cursor } : {}) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: (_result, _error, { akte }) => [{ type: 'CaseFile', id: akte }],
    }),
  }),
});

export const { useCaseFilesInfiniteQuery } = caseFilesApi;
