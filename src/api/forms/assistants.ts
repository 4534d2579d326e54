import {
  accessProcess,
  getProcess,
  loginWithPin,
  notePage,
  startWorkflow,
  submitProcess,
  type FormAccess,
  type FormProcess,
  type FormSession,
  type SubmissionResult,
} from '#schemas/forms/assistants.ts';
import type { Args, Reply } from '#schemas/platform/endpoint.ts';
import { resolveExternalRequest } from '#schemas/forms/externalRequests.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startWorkflow: build.mutation<
      FormAccess,
      Args<typeof startWorkflow> & { idempotencyKey: string }
    >({ query: request(startWorkflow) }),
    loginWithPin: build.mutation<
      FormSession,
      Args<typeof loginWithPin> & { idempotencyKey: string }
    >({ query: request(loginWithPin) }),
    resolveExternalRequest: build.query<
      Reply<typeof resolveExternalRequest>,
      Args<typeof resolveExternalRequest>
    >({ query: request(resolveExternalRequest), keepUnusedDataFor: 0 }),
    accessProcess: build.mutation<FormAccess, Args<typeof accessProcess>>({
      query: request(accessProcess),
    }),
    notePage: build.mutation<Reply<typeof notePage>, Args<typeof notePage>>({
      query: request(notePage),
    }),
    getProcess: build.query<FormProcess, Args<typeof getProcess>>({
      query: request(getProcess),
      keepUnusedDataFor: 0,
    }),
    submitProcess: build.mutation<
      SubmissionResult,
      Args<typeof submitProcess> & { idempotencyKey: string }
    >({ query: request(submitProcess) }),
  }),
});
