import type { Participant } from '#schemas/forms/experts.ts';
import { defineService } from '#src/engine/react/services/services.ts';

/** Finds experts near a postal code of five digits. */
export const findExperts =
  defineService<(postalCode: string) => Promise<readonly Participant[]>>('findExperts');
