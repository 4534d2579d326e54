import { listCaseFiles, type CaseFiles, type CaseFilesQuery } from '#schemas/cases/caseFiles.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

type Wanted = { acc: string; akte: string } & Pick<CaseFilesQuery, 'Kind' | 'Search' | 'Size'>;

const caseFilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Files of a case and its folders, newest first. */
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
