import { sql } from 'kysely';
import type { Db, FileRow } from '#server/db/schema.ts';

/** Who uploaded a file: a workflow's visitor, a user or an account's program. */
const workflowOwner = 'workflow:';
const userOwner = 'user:';
export const ownerOfWorkflow = (workflowKey: string): string => workflowOwner + workflowKey;
export const ownerOfUser = (userId: string): string => userOwner + userId;
export const ownerOfAccount = (accountId: string): string => `account:${accountId}`;

export const findOwnFile = (db: Db, owner: string, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();

export const findOwnFileByKey = (db: Db, owner: string, idempotencyKey: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst();

export async function listOwnIds(db: Db, owner: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('files').select('id').where('owner', '=', owner).where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

export const listUploadsOf = (db: Db, owner: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).orderBy('createdAt').execute();

export const listFilesOfSubmission = (db: Db, submissionId: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('submissionId', '=', submissionId).orderBy('createdAt').orderBy('id').execute();

export async function countUploads(db: Db, owner: string, elementId: string): Promise<number> {
  const { count } = await db.selectFrom('files').select((file) => file.fn.countAll<number>().as('count'))
    .where('owner', '=', owner).where('elementId', '=', elementId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Uploads from before the given instant that nothing took: users', and those of visitors whose workflow was last used before it. */
const orphans = (db: Db, before: string) =>
  db.selectFrom('files').leftJoin('workflows', (join) => join.on('workflows.key', '=', sql`substr(files.owner, ${workflowOwner.length + 1})`))
    .where('files.submissionId', 'is', null).where('files.createdAt', '<', before)
    .where((is) => is.or([is('files.owner', 'like', `${workflowOwner}%`), is('files.owner', 'like', `${userOwner}%`)]))
    .where((is) => is.or([is('workflows.lastUsedAt', '<', before), is('workflows.key', 'is', null)]));

/** Some of them: there may be very many. */
export const listOrphans = (db: Db, before: string): Promise<Pick<FileRow, 'id' | 'blobKey'>[]> =>
  orphans(db, before).select(['files.id', 'files.blobKey']).limit(500).execute();

/** Whether this call removed it. One whose workflow has been used since it was listed stays. */
export async function deleteOrphan(db: Db, id: string, before: string): Promise<boolean> {
  const stillOrphan = orphans(db, before).select('files.id').where('files.id', '=', id);
  const { numDeletedRows } = await db.deleteFrom('files').where('id', 'in', stillOrphan).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

export async function listKnownBlobs(db: Db, blobKeys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('files').select('blobKey').where('blobKey', 'in', blobKeys).execute();
  return rows.map(({ blobKey }) => blobKey);
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
