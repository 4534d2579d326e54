import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { getLegalText } from '#schemas/accounts/legalTexts.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

/** Loads again in each language; the language is a header, not an argument. */
export const { useGetLegalTextQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalText: build.query<
      Reply<typeof getLegalText>,
      Args<typeof getLegalText> & { language: string }
    >({ query: ({ params, query }) => request(getLegalText)({ params, query }) }),
  }),
});
