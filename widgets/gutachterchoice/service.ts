import type { Participant } from '#schemas/experts.ts';
import { defineService } from '#src/engine/react/services.ts';

/** Experts who work at a postal code of five digits. */
export const findExperts =
  defineService<(postalCode: string) => Promise<readonly Participant[]>>('findExperts');
