import { activateAccount } from '#schemas/access/acceptances.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const acceptancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    activateAccount: build.mutation<Reply<typeof activateAccount>, Args<typeof activateAccount>>({
      query: request(activateAccount),
      invalidatesTags: ['Account', 'Case', 'UnreadCase', 'Board'],
    }),
  }),
});

export const { useActivateAccountMutation } = acceptancesApi;
