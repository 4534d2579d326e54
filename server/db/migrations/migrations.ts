import type { Migration } from 'kysely';
import { initial } from './0001_initial/initial.ts';

/** All migrations by name, in the order of their numbers. In code, so the bundle contains them. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_initial': initial,
};
