import { defineService } from '#src/engine/react/services.ts';

/** Whether nobody has this username yet; rejects when nobody can tell. Only where a username is chosen. */
export const checkUsername =
  defineService<(username: string) => Promise<{ isValid: boolean }>>('checkUsername');
