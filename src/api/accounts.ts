import { getPrivacy, getTerms } from '#schemas/accounts.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const { useGetTermsQuery, useGetPrivacyQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getTerms: build.query<Reply<typeof getTerms>, Args<typeof getTerms>>({ query: request(getTerms) }),
    getPrivacy: build.query<Reply<typeof getPrivacy>, Args<typeof getPrivacy>>({ query: request(getPrivacy) }),
  }),
});
