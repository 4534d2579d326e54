import { getPasswordReset, resetPassword, sendPasswordLink, sendUsername } from '#schemas/credentials.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const credentialsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendUsername: build.mutation<Reply<typeof sendUsername>, Args<typeof sendUsername>>({ query: request(sendUsername) }),
    sendPasswordLink: build.mutation<Reply<typeof sendPasswordLink>, Args<typeof sendPasswordLink>>({ query: request(sendPasswordLink) }),
    getPasswordReset: build.query<Reply<typeof getPasswordReset>, Args<typeof getPasswordReset>>({ query: request(getPasswordReset) }),
    resetPassword: build.mutation<Reply<typeof resetPassword>, Args<typeof resetPassword>>({ query: request(resetPassword) }),
  }),
});

export const { useGetPasswordResetQuery } = credentialsApi;
