import { loginAdhoc, requestPin } from '#schemas/access/adhoc.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import {
  checkUsername,
  getInvitation,
  getRegistrationWizard,
  joinInvitation,
  registerUser,
  startRegistration,
  type InvitationMetadata,
  type RegistrationWizard,
} from '#schemas/access/users.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<InvitationMetadata, Args<typeof getInvitation>>({
      query: request(getInvitation),
    }),
    requestPin: build.mutation<
      Reply<typeof requestPin>,
      Args<typeof requestPin> & { idempotencyKey: string }
    >({ query: request(requestPin) }),
    loginAdhoc: build.mutation<UserSession, Args<typeof loginAdhoc> & { idempotencyKey: string }>({
      query: request(loginAdhoc),
    }),
    getRegistrationWizard: build.query<RegistrationWizard, Args<typeof getRegistrationWizard>>({
      query: request(getRegistrationWizard),
    }),
    checkUsername: build.query<Reply<typeof checkUsername>, Args<typeof checkUsername>>({
      query: request(checkUsername),
    }),
    startRegistration: build.query<Reply<typeof startRegistration>, Args<typeof startRegistration>>(
      { query: request(startRegistration) },
    ),
    joinInvitation: build.mutation<Reply<typeof joinInvitation>, Args<typeof joinInvitation>>({
      query: request(joinInvitation),
      invalidatesTags: ['Account', 'Case', 'UnreadCase', 'Board'],
    }),
    registerUser: build.mutation<Reply<typeof registerUser>, Args<typeof registerUser>>({
      query: request(registerUser),
    }),
  }),
});

export const { useGetInvitationQuery, useGetRegistrationWizardQuery } = usersApi;

/**
 * Returns the invitation that the guards have loaded, from the cache. Undefined without a key, and
 * for an invalid key. Sends no request: a failed one would be retried.
 */
export const useKnownInvitation = (
  hashUserKey: string | undefined,
): InvitationMetadata | undefined =>
  usersApi.endpoints.getInvitation.useQueryState(
    { params: { hashUserKey: hashUserKey ?? '' } },
    { skip: hashUserKey === undefined },
  ).currentData;
