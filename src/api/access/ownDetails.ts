import {
  changeOwnDetails,
  confirmEmailChange,
  confirmMobileChange,
  getOwnDetails,
  startEmailChange,
  startMobileChange,
  type OwnDetails,
  type WaitingContact,
} from '#schemas/access/ownDetails.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const ownDetailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnDetails: build.query<OwnDetails, Args<typeof getOwnDetails>>({
      query: request(getOwnDetails),
      providesTags: ['OwnDetails'],
    }),
    changeOwnDetails: build.mutation<Reply<typeof changeOwnDetails>, Args<typeof changeOwnDetails>>(
      { query: request(changeOwnDetails), invalidatesTags: ['OwnDetails'] },
    ),
    startEmailChange: build.mutation<
      WaitingContact,
      Args<typeof startEmailChange> & { idempotencyKey: string }
    >({ query: request(startEmailChange), invalidatesTags: ['OwnDetails'] }),
    confirmEmailChange: build.mutation<
      Reply<typeof confirmEmailChange>,
      Args<typeof confirmEmailChange> & { idempotencyKey: string }
    >({ query: request(confirmEmailChange), invalidatesTags: ['OwnDetails'] }),
    startMobileChange: build.mutation<
      WaitingContact,
      Args<typeof startMobileChange> & { idempotencyKey: string }
    >({ query: request(startMobileChange), invalidatesTags: ['OwnDetails'] }),
    confirmMobileChange: build.mutation<
      Reply<typeof confirmMobileChange>,
      Args<typeof confirmMobileChange> & { idempotencyKey: string }
    >({ query: request(confirmMobileChange), invalidatesTags: ['OwnDetails'] }),
  }),
});

export const {
  useGetOwnDetailsQuery,
  useChangeOwnDetailsMutation,
  useStartEmailChangeMutation,
  useConfirmEmailChangeMutation,
  useStartMobileChangeMutation,
  useConfirmMobileChangeMutation,
} = ownDetailsApi;
