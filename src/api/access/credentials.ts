import {
  changePassword,
  getPasswordReset,
  resetPassword,
  sendPasswordLink,
  sendUsername,
  type PasswordChanged,
} from '#schemas/access/credentials.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

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
    /** Ends the user's other sessions, so it invalidates the session list. */
    changePassword: build.mutation<
      PasswordChanged,
      Args<typeof changePassword> & { idempotencyKey: string }
    >({ query: request(changePassword), invalidatesTags: ['Session'] }),
  }),
});

export const { useChangePasswordMutation, useGetPasswordResetQuery } = credentialsApi;
