import {
  getPrivacy,
  getPublicInfo,
  getTerms,
  listAccounts,
  resolveAccountKey,
} from '#schemas/accounts/accounts.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    resolveAccountKey: build.query<Reply<typeof resolveAccountKey>, Args<typeof resolveAccountKey>>(
      { query: request(resolveAccountKey) },
    ),
    listAccounts: build.query<Reply<typeof listAccounts>, void>({
      query: () => request(listAccounts)({}),
      providesTags: ['Account'],
    }),
    getPublicInfo: build.query<Reply<typeof getPublicInfo>, Args<typeof getPublicInfo>>({
      query: request(getPublicInfo),
    }),
    getTerms: build.query<Reply<typeof getTerms>, Args<typeof getTerms>>({
      query: request(getTerms),
    }),
    getPrivacy: build.query<Reply<typeof getPrivacy>, Args<typeof getPrivacy>>({
      query: request(getPrivacy),
    }),
  }),
});

export const {
  useGetPublicInfoQuery,
  useListAccountsQuery,
  useResolveAccountKeyQuery,
  useGetTermsQuery,
  useGetPrivacyQuery,
} = accountsApi;
