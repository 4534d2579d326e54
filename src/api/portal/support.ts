import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { sendSupportRequest } from '#schemas/portal/support.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendSupportRequest: build.mutation<
      Reply<typeof sendSupportRequest>,
      Args<typeof sendSupportRequest> & { idempotencyKey: string }
    >({ query: request(sendSupportRequest) }),
  }),
});

export const { useSendSupportRequestMutation } = supportApi;
