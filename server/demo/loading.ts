import {
  deleteInstallationValue,
  findInstallationValue,
  putInstallationValue,
} from '#server/db/installation.ts';
import type { Db } from '#server/db/schema.ts';

/** Marks the database while demo data is loaded into an empty one. */
export async function markLoading(db: Db): Promise<void> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (!account) await putInstallationValue(db, 'demoLoading', new Date().toISOString());
}

export const markLoaded = async (db: Db): Promise<void> =>
  void (await deleteInstallationValue(db, 'demoLoading'));

/**
 * Returns true if the process ended while it loaded the demo into an empty database. All data is
 * the demo's then, because the port opens after loading.
 */
export const isHalfLoaded = async (db: Db): Promise<boolean> =>
  (await findInstallationValue(db, 'demoLoading')) !== undefined;
