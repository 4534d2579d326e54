import type { Args, Reply } from '#schemas/endpoint.ts';
import { getLegalText } from '#schemas/legalTexts.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

/** Asked for anew in each language, which is no part of what is asked. */
export const { useGetLegalTextQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getLegalText: build.query<
      Reply<typeof getLegalText>,
      Args<typeof getLegalText> & { language: string }
    >({ query: ({ params, query }) => request(getLegalText)({ params, query }) }),
  }),
});
