import type { Args } from '#schemas/endpoint.ts';
import { getInvitation, type InvitationMetadata } from '#schemas/users.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<InvitationMetadata, Args<typeof getInvitation>>({ query: request(getInvitation) }),
  }),
});

export const { useGetInvitationQuery } = usersApi;
