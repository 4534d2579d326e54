import { loginAdhoc, requestPin } from '#schemas/adhoc.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import type { UserSession } from '#schemas/sessions.ts';
import {
  checkUsername,
  getInvitation,
  getRegistrationWizard,
  registerUser,
  startRegistration,
  type InvitationMetadata,
  type RegistrationWizard,
} from '#schemas/users.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

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
    registerUser: build.mutation<Reply<typeof registerUser>, Args<typeof registerUser>>({
      query: request(registerUser),
    }),
  }),
});

export const { useGetInvitationQuery, useGetRegistrationWizardQuery } = usersApi;

/** What the guards have found out about a key's invitation; undefined without a key, and where the key does not work. It asks for nothing: a failed look-up would begin anew. */
export const useKnownInvitation = (
  hashUserKey: string | undefined,
): InvitationMetadata | undefined =>
  usersApi.endpoints.getInvitation.useQueryState(
    { params: { hashUserKey: hashUserKey ?? '' } },
    { skip: hashUserKey === undefined },
  ).currentData;
