import type { Args, Reply } from '#schemas/endpoint.ts';
import { sendSupportRequest } from '#schemas/support.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendSupportRequest: build.mutation<
      Reply<typeof sendSupportRequest>,
      Args<typeof sendSupportRequest> & { idempotencyKey: string }
    >({ query: request(sendSupportRequest) }),
  }),
});

export const { useSendSupportRequestMutation } = supportApi;
