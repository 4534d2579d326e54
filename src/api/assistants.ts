import {
  accessProcess, getProcess, startWorkflow, submitProcess, type FormProcess, type FormSession, type SubmissionResult,
} from '#schemas/assistants.ts';
import type { Args } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startWorkflow: build.mutation<FormSession, Args<typeof startWorkflow>>({ query: request(startWorkflow) }),
    accessProcess: build.mutation<FormSession, Args<typeof accessProcess>>({ query: request(accessProcess) }),
    getProcess: build.query<FormProcess, Args<typeof getProcess>>({ query: request(getProcess), keepUnusedDataFor: 0 }),
    submitProcess: build.mutation<SubmissionResult, Args<typeof submitProcess> & { idempotencyKey: string }>({ query: request(submitProcess) }),
  }),
});
