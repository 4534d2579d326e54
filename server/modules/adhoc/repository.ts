import type { Db } from '#server/db/schema.ts';

/** Makes calls about one invitation take turns until the transaction ends. */
export async function lockInvitation(db: Db, id: string): Promise<void> {
  await db.updateTable('invitations').set(({ ref }) => ({ id: ref('id') })).where('id', '=', id).execute();
}
