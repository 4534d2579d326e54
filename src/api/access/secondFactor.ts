import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import {
  addPasskey,
  confirmTotp,
  getSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
  type RecoveryCodes,
  type SecondFactor,
} from '#schemas/access/secondFactor.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSecondFactor: build.query<SecondFactor, Args<typeof getSecondFactor>>({
      query: request(getSecondFactor),
      providesTags: ['SecondFactor'],
    }),
    startTotp: build.mutation<Reply<typeof startTotp>, Args<typeof startTotp>>({
      query: request(startTotp),
    }),
    confirmTotp: build.mutation<
      RecoveryCodes,
      Args<typeof confirmTotp> & { idempotencyKey: string }
    >({ query: request(confirmTotp), invalidatesTags: ['SecondFactor'] }),
    removeTotp: build.mutation<
      Reply<typeof removeTotp>,
      Args<typeof removeTotp> & { idempotencyKey: string }
    >({ query: request(removeTotp), invalidatesTags: ['SecondFactor'] }),
    startPasskey: build.mutation<Reply<typeof startPasskey>, Args<typeof startPasskey>>({
      query: request(startPasskey),
    }),
    addPasskey: build.mutation<RecoveryCodes, Args<typeof addPasskey> & { idempotencyKey: string }>(
      { query: request(addPasskey), invalidatesTags: ['SecondFactor'] },
    ),
    removePasskey: build.mutation<
      Reply<typeof removePasskey>,
      Args<typeof removePasskey> & { idempotencyKey: string }
    >({ query: request(removePasskey), invalidatesTags: ['SecondFactor'] }),
    renewRecoveryCodes: build.mutation<
      RecoveryCodes,
      Args<typeof renewRecoveryCodes> & { idempotencyKey: string }
    >({ query: request(renewRecoveryCodes), invalidatesTags: ['SecondFactor'] }),
  }),
});

export const {
  useGetSecondFactorQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useStartPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useRenewRecoveryCodesMutation,
} = secondFactorApi;
