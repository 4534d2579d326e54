import { listInsurances, type LegalInsurance } from '#schemas/insurances.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const insurancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInsurances: build.query<LegalInsurance[], void>({
      query: () => request(listInsurances)({}),
    }),
  }),
});
