import { listInsurances, type LegalInsurance } from '#schemas/forms/insurances.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const insurancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInsurances: build.query<LegalInsurance[], void>({
      query: () => request(listInsurances)({}),
    }),
  }),
});
