import { listParticipants, type Participant } from '#schemas/experts.ts';
import type { Args } from '#schemas/endpoint.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const expertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listParticipants: build.query<Participant[], Args<typeof listParticipants>>({
      query: request(listParticipants),
    }),
  }),
});
