import { listParticipants, type Participant } from '#schemas/forms/experts.ts';
import type { Args } from '#schemas/platform/endpoint.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const expertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listParticipants: build.query<Participant[], Args<typeof listParticipants>>({
      query: request(listParticipants),
    }),
  }),
});
