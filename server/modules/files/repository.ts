import type { Db, FileRow } from '#server/db/schema.ts';

export const findOwnFile = (db: Db, owner: string, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();

export const findOwnFileByKey = (db: Db, owner: string, idempotencyKey: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst();

export const listUploadsOf = (db: Db, owner: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).orderBy('createdAt').execute();

export const listFilesOfSubmission = (db: Db, submissionId: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('submissionId', '=', submissionId).orderBy('createdAt').orderBy('id').execute();

/** Visitors' uploads that no submission took before the given instant. */
export const listOrphans = (db: Db, before: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('submissionId', 'is', null).where('owner', 'like', 'workflow:%').where('createdAt', '<', before).limit(500).execute();

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

/** Whether this call removed it: of two that try, one does. A file that a submission has taken stays. */
export async function deleteUnsentFile(db: Db, owner: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('files').where('owner', '=', owner).where('id', '=', id).where('submissionId', 'is', null).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Hands uploads over to a submission; answers how many it got. */
export async function attachToSubmission(db: Db, owner: string, ids: readonly string[], submissionId: string): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db.updateTable('files').set({ submissionId })
    .where('owner', '=', owner).where('id', 'in', ids).where('submissionId', 'is', null).executeTakeFirst();
  return Number(numUpdatedRows);
}
