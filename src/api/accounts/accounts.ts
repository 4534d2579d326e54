import {
  getPublicInfo,
  listAccounts,
  resolveAccountKey,
  type Account,
  type AccountPublicInfo,
} from '#schemas/accounts/accounts.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

/** Counts unread messages of activated accounts, because the others list no cases. */
export const countUnread = (accounts: readonly Account[]): number =>
  accounts
    .filter(({ isActivated }) => isActivated)
    .reduce((sum, { totalUnreadMessage }) => sum + totalUnreadMessage, 0);

/** Returns true if the client has to accept the account's texts before they use it, or use it again. */
export const needsActivation = ({
  isActivated,
  isInvitedAgain,
}: Pick<Account, 'isActivated' | 'isInvitedAgain'>): boolean => !isActivated || isInvitedAgain;

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    resolveAccountKey: build.query<Reply<typeof resolveAccountKey>, Args<typeof resolveAccountKey>>(
      { query: request(resolveAccountKey) },
    ),
    listAccounts: build.query<Reply<typeof listAccounts>, void>({
      query: () => request(listAccounts)({}),
      providesTags: ['Account'],
    }),
    getPublicInfo: build.query<AccountPublicInfo, Args<typeof getPublicInfo>>({
      query: request(getPublicInfo),
      providesTags: ['PublicInfo'],
    }),
  }),
});

type ApiState = Parameters<ReturnType<typeof accountsApi.endpoints.listAccounts.select>>[0];

/** Finds an account that the page has loaded. */
export const findCachedAccount = (state: ApiState, accountId: string): Account | undefined =>
  accountsApi.endpoints.listAccounts
    .select()(state)
    .data?.accounts.find(({ id }) => id === accountId);

export const { useGetPublicInfoQuery, useListAccountsQuery, useResolveAccountKeyQuery } =
  accountsApi;
