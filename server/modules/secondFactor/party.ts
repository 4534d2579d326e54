import type { Deps } from '#server/deps.ts';

/** For whom passkeys are made: the address of this installation. On another one they do not work. */
export function partyOf({ config }: Pick<Deps, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}
