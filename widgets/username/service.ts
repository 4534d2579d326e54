import { defineService } from '#src/engine/react/services/services.ts';

/**
 * Returns true if a username is free; rejects on failure. Provided only where a username is chosen.
 */
export const checkUsername =
  defineService<(username: string) => Promise<{ isValid: boolean }>>('checkUsername');
