import {
  changePassword,
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
  type PasswordChanged,
} from '#schemas/credentials.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const credentialsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendUsername: build.mutation<Reply<typeof sendUsername>, Args<typeof sendUsername>>({
      query: request(sendUsername),
    }),
    sendPasswordLink: build.mutation<Reply<typeof sendPasswordLink>, Args<typeof sendPasswordLink>>(
      { query: request(sendPasswordLink) },
    ),
    getPasswordReset: build.query<Reply<typeof getPasswordReset>, Args<typeof getPasswordReset>>({
      query: request(getPasswordReset),
    }),
    resetPassword: build.mutation<
      Reply<typeof resetPassword>,
      Args<typeof resetPassword> & { idempotencyKey: string }
    >({ query: request(resetPassword) }),
    /** Ends the user's other logins, so that their list is another one. */
    changePassword: build.mutation<
      PasswordChanged,
      Args<typeof changePassword> & { idempotencyKey: string }
    >({ query: request(changePassword), invalidatesTags: ['Session'] }),
  }),
});

export const { useChangePasswordMutation, useGetPasswordResetQuery } = credentialsApi;
