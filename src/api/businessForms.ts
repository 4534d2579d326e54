import { getBusinessForm, listBusinessForms, previewBusinessForm } from '#schemas/businessForms.ts';
import type { Args, Reply } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const businessFormsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All forms of an account, page by page. Asked for anew whenever somebody comes back: visitors send at any time. */
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
