import * as Type from 'typebox';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { insuranceLimits } from '#schemas/forms/limits.ts';

/** A legal insurer to choose (docs/behaviour/forms.md#insurances). */
export const LegalInsurance = Type.Object({
  foreignId: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: insuranceLimits.maxNameLength }),
});
export type LegalInsurance = Type.Static<typeof LegalInsurance>;

export const listInsurances = endpoint({
  method: 'GET',
  path: '/v1.0/insurances',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Lists the legal insurers by name.',
  reply: Type.Array(LegalInsurance),
  errors: ['unavailable'],
});
