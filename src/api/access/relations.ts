import { leaveProvider } from '#schemas/access/relations.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const relationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    leaveProvider: build.mutation<Reply<typeof leaveProvider>, Args<typeof leaveProvider>>({
      query: request(leaveProvider),
      invalidatesTags: (_, error) => (error ? [] : [...liveTags, 'UnreadCase']),
    }),
  }),
});

export const { useLeaveProviderMutation } = relationsApi;
