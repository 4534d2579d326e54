import {
  getBusinessForm,
  listBusinessForms,
  previewBusinessForm,
} from '#schemas/forms/businessForms.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const businessFormsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All forms of an account. Reloaded on every visit, because submissions arrive at any time. */
    businessForms: build.infiniteQuery<Reply<typeof listBusinessForms>, string, string>({
      query: ({ queryArg: acc, pageParam: cursor }) =>
        request(listBusinessForms)({ params: { acc }, query: cursor ? { cursor } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ cursor }) => cursor },
      keepUnusedDataFor: 0,
    }),
    getBusinessForm: build.query<Reply<typeof getBusinessForm>, Args<typeof getBusinessForm>>({
      query: request(getBusinessForm),
      keepUnusedDataFor: 0,
    }),
    previewBusinessForm: build.query<
      Reply<typeof previewBusinessForm>,
      Args<typeof previewBusinessForm>
    >({ query: request(previewBusinessForm) }),
  }),
});

export const {
  useBusinessFormsInfiniteQuery,
  useGetBusinessFormQuery,
  usePreviewBusinessFormQuery,
} = businessFormsApi;
