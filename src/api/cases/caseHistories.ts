import { getCaseHistory } from '#schemas/cases/caseHistories.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const caseHistoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCaseHistory: build.query<Reply<typeof getCaseHistory>, Args<typeof getCaseHistory>>({
      query: request(getCaseHistory),
      providesTags: (_reply, _error, { params }) => [{ type: 'CaseHistory', id: params.akte }],
    }),
  }),
});

export const { useGetCaseHistoryQuery } = caseHistoriesApi;
