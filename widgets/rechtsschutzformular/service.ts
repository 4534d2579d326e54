import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import { defineService } from '#src/engine/react/services/services.ts';

/** Loads the installation's list of insurers. */
export const listInsurances =
  defineService<() => Promise<readonly LegalInsurance[]>>('listInsurances');
