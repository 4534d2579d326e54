import {
  changeUser,
  countUsers,
  createUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
  type AccessState,
  type ProviderUser,
} from '#schemas/access/clients.ts';
import { endRelation } from '#schemas/access/relations.ts';
import { inviteUser, revokeInvitations, type Invitation } from '#schemas/access/users.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { staffRequest } from '#src/api/client/baseQuery.ts';

/** A firm's clients with this state of access, all of them without one, that a search finds. */
export type ClientsPlace = { acc: string; state: AccessState | undefined; q: string };

/** A client, and the tag of the data that a change replaces. */
export type LoadedClient = { client: ProviderUser; etag: string };

type OneClient = { acc: string } & Args<typeof getUser>;
type Creating = { acc: string; idempotencyKey: string } & Args<typeof createUser>;
type Inviting = { acc: string; idempotencyKey: string } & Args<typeof inviteUser>;
type Changing = { acc: string; ifMatch: string } & Args<typeof changeUser>;

// After a refusal too, because the reader sees what another user has changed meanwhile.
const invalidatesTags = ['FirmClient'] as const;

const clientsApi = api.injectEndpoints({
  endpoints: (build) => ({
    clients: build.infiniteQuery<Reply<typeof listUsers>, ClientsPlace, string>({
      query: ({ queryArg: { acc, state, q }, pageParam: cursor }) =>
        staffRequest(listUsers)({
          acc,
          query: {
            withoutStaff: true,
            ...(state ? { accessState: state } : {}),
            ...(q ? { q } : {}),
            ...(cursor ? { cursor } : {}),
          },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      providesTags: ['FirmClient'],
    }),
    countClients: build.query<Reply<typeof countUsers>, { acc: string }>({
      query: staffRequest(countUsers),
      providesTags: ['FirmClient'],
    }),
    getFirmClient: build.query<LoadedClient, OneClient>({
      query: staffRequest(getUser),
      transformResponse: (client: ProviderUser, meta) => ({ client, etag: meta?.etag ?? '' }),
      providesTags: ['FirmClient'],
    }),
    createClient: build.mutation<ProviderUser, Creating>({
      query: staffRequest(createUser),
      invalidatesTags,
    }),
    inviteClient: build.mutation<Invitation, Inviting>({
      query: staffRequest(inviteUser),
      invalidatesTags,
    }),
    revokeClientInvitations: build.mutation<Reply<typeof revokeInvitations>, OneClient>({
      query: staffRequest(revokeInvitations),
      invalidatesTags,
    }),
    changeClient: build.mutation<ProviderUser, Changing>({
      query: staffRequest(changeUser),
      invalidatesTags,
    }),
    disableClient: build.mutation<ProviderUser, OneClient>({
      query: staffRequest(disableUser),
      invalidatesTags,
    }),
    enableClient: build.mutation<ProviderUser, OneClient>({
      query: staffRequest(enableUser),
      invalidatesTags,
    }),
    endClientRelation: build.mutation<ProviderUser, OneClient>({
      query: staffRequest(endRelation),
      invalidatesTags,
    }),
  }),
});

export const {
  useClientsInfiniteQuery,
  useCountClientsQuery,
  useGetFirmClientQuery,
  useCreateClientMutation,
  useInviteClientMutation,
  useRevokeClientInvitationsMutation,
  useChangeClientMutation,
  useDisableClientMutation,
  useEnableClientMutation,
  useEndClientRelationMutation,
} = clientsApi;
