import type { LegalInsurance } from '#schemas/insurances.ts';
import { defineService } from '#src/engine/react/services.ts';

/** The installation's list of insurers. */
export const listInsurances =
  defineService<() => Promise<readonly LegalInsurance[]>>('listInsurances');
