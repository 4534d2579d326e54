import { getCaseHistory } from '#schemas/caseHistories.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

const caseHistoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCaseHistory: build.query<Reply<typeof getCaseHistory>, Args<typeof getCaseHistory>>({
      query: request(getCaseHistory),
      providesTags: (_reply, _error, { params }) => [{ type: 'CaseHistory', id: params.akte }],
    }),
  }),
});

export const { useGetCaseHistoryQuery } = caseHistoriesApi;
