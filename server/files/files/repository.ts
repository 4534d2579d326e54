import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { toNonEmptyIds, lockRows } from '#server/db/dialect.ts';
import type {
  Db,
  FileRow,
  PreviewRow,
  Schema,
  UploadPartRow,
  UploadRow,
} from '#server/db/schema.ts';

/**
 * The owner of a file: a visitor's workflow, a user, a user in a session of one account, or an
 * account's API key.
 */
const workflowOwner = 'workflow:';
const userOwner = 'user:';
export const getWorkflowOwner = (workflowKey: string): string => workflowOwner + workflowKey;
export const getUserOwner = (userId: string, onlyAccountId?: string): string =>
  userOwner + userId + (onlyAccountId === undefined ? '' : `:${onlyAccountId}`);
export const getAccountOwner = (accountId: string): string => `account:${accountId}`;

export const findOwnFile = (
  db: Db,
  owners: readonly string[],
  id: string,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('owner', 'in', owners)
    .where('id', '=', id)
    .executeTakeFirst();

export const findOwnFileByKey = (
  db: Db,
  owner: string,
  idempotencyKey: string,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('owner', '=', owner)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** Filters files of these owners. */
export async function listOwnIds(
  db: Db,
  owners: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('files')
          .select('id')
          .where('owner', 'in', owners)
          .where('id', 'in', ids)
          .execute();
  return new Set(rows.map(({ id }) => id));
}

export const listUploadsOf = (db: Db, owner: string): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('owner', '=', owner).orderBy('createdAt').execute();

export const listFilesOfSubmissions = (
  db: Db,
  submissionIds: readonly string[],
): Promise<(FileRow & Drawability)[]> =>
  db
    .selectFrom('files')
    .selectAll()
    .select((files) => isUndrawable(files).as('isUndrawable'))
    .where('submissionId', 'in', toNonEmptyIds(submissionIds))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const listFilesOfSubmission = (
  db: Db,
  submissionId: string,
): Promise<(FileRow & Drawability)[]> => listFilesOfSubmissions(db, [submissionId]);

export async function countUploads(db: Db, owner: string, elementId: string): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select((file) => file.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('elementId', '=', elementId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Excludes files of messages. */
const isUnattached = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'files'>) =>
  not(
    exists(
      selectFrom('attachments')
        .select('attachments.fileId')
        .whereRef('attachments.fileId', '=', 'files.id'),
    ),
  );

/**
 * Lists unused uploads from before an instant: users' uploads, and visitors' ones by the last use
 * of the workflow.
 */
const selectOrphans = (db: Db, before: string) =>
  db
    .selectFrom('files')
    .leftJoin('workflows', (join) =>
      join.on('workflows.key', '=', sql`substr(files.owner, ${workflowOwner.length + 1})`),
    )
    .where('files.submissionId', 'is', null)
    .where('files.createdAt', '<', before)
    .where(isUnattached)
    .where((is) =>
      is.or([
        is('files.owner', 'like', `${workflowOwner}%`),
        is('files.owner', 'like', `${userOwner}%`),
      ]),
    )
    .where((is) =>
      is.or([is('workflows.lastUsedAt', '<', before), is('workflows.key', 'is', null)]),
    );

/** A batch, because there may be very many. */
export const listOrphans = (db: Db, before: string): Promise<Pick<FileRow, 'id' | 'blobKey'>[]> =>
  selectOrphans(db, before).select(['files.id', 'files.blobKey']).limit(500).execute();

/** Deletes an unused upload; false if its workflow was used since it was listed. */
export async function deleteOrphan(db: Db, id: string, before: string): Promise<boolean> {
  const stillOrphan = selectOrphans(db, before).select('files.id').where('files.id', '=', id);
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', 'in', stillOrphan)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db.insertInto('files').values(file).execute();
}

export async function listKnownBlobs(db: Db, blobKeys: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(
    (['files', 'uploadParts', 'previews'] as const).map((table) =>
      db.selectFrom(table).select('blobKey').where('blobKey', 'in', blobKeys).execute(),
    ),
  );
  return rows
    .flat()
    .map(({ blobKey }) => blobKey)
    .filter((key) => key !== null);
}

/**
 * Locks the user's daily upload limit until the transaction ends. A visitor's workflow is locked
 * elsewhere.
 */
export async function lockQuota(db: Db, owner: string): Promise<void> {
  if (owner.startsWith(userOwner))
    await lockRows(
      db,
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', owner.slice(userOwner.length).split(':')[0] ?? ''),
    ).execute();
}

/** Sums an owner's uploaded bytes since an instant, with the full size of running uploads. */
export async function sumBytes(db: Db, owner: string, since: string): Promise<number> {
  const [files, uploads] = await Promise.all([
    db
      .selectFrom('files')
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('owner', '=', owner)
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('uploads')
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('owner', '=', owner)
      .where('fileId', 'is', null)
      .where('lastUsedAt', '>', since)
      .executeTakeFirstOrThrow(),
  ]);
  return Number(files.bytes) + Number(uploads.bytes);
}

/** Returns false for API keys, which have no upload limit. */
export const hasQuota = (owner: string): boolean =>
  owner.startsWith(workflowOwner) || owner.startsWith(userOwner);

export const findOwnUpload = (db: Db, owner: string, id: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();

export const findOwnUploadByKey = (
  db: Db,
  owner: string,
  idempotencyKey: string,
): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('owner', '=', owner)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

export async function insertUpload(db: Db, upload: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Appends stored bytes at an offset; false if a concurrent request has appended there. */
export async function addPart(
  db: Db,
  part: UploadPartRow,
  { size, at }: { size: number; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received: part.start + size, lastUsedAt: at })
    .where('id', '=', part.uploadId)
    .where('received', '=', part.start)
    .where('fileId', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db.insertInto('uploadParts').values(part).execute();
  return true;
}

export const listParts = (db: Db, uploadId: string): Promise<UploadPartRow[]> =>
  db
    .selectFrom('uploadParts')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .orderBy('start')
    .execute();

/** Sets the final state of an upload; false if it was set by another call. */
export async function finishUpload(db: Db, id: string, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ fileId })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteParts(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('uploadParts').where('uploadId', '=', uploadId).execute();
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await deleteParts(db, id);
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** A batch of uploads without progress since an instant. */
export async function listUnfinished(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('lastUsedAt', '<', before)
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a file; false if it is gone or belongs to a submission or message. */
export async function deleteUnsentFile(db: Db, owner: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('owner', '=', owner)
    .where('id', '=', id)
    .where('submissionId', 'is', null)
    .where(isUnattached)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A file without a row: its bytes and previews are still to be removed. */
export type DeletedFile = Pick<FileRow, 'id' | 'blobKey'>;

/** Deletes the files of a submission, and the finished uploads that brought them. */
export async function deleteFilesOfSubmission(
  db: Db,
  submissionId: string,
): Promise<DeletedFile[]> {
  const ofSubmission = db.selectFrom('files').select('id').where('submissionId', '=', submissionId);
  await db.deleteFrom('uploads').where('fileId', 'in', ofSubmission).execute();
  return db
    .deleteFrom('files')
    .where('submissionId', '=', submissionId)
    .returning(['id', 'blobKey'])
    .execute();
}

/** Deletes those of these files that no message and no submission has, and their finished uploads. */
export async function deleteUnattached(db: Db, ids: readonly string[]): Promise<DeletedFile[]> {
  const unattached = await db
    .selectFrom('files')
    .select(['id', 'blobKey'])
    .where('id', 'in', toNonEmptyIds(ids))
    .where('submissionId', 'is', null)
    .where(isUnattached)
    .execute();
  const gone = toNonEmptyIds(unattached.map(({ id }) => id));
  await db.deleteFrom('uploads').where('fileId', 'in', gone).execute();
  await db.deleteFrom('files').where('id', 'in', gone).execute();
  return unattached;
}

/** Assigns uploads to a submission; returns how many. */
export async function attachToSubmission(
  db: Db,
  owner: string,
  ids: readonly string[],
  submissionId: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ submissionId })
    .where('owner', '=', owner)
    .where('id', 'in', ids)
    .where('submissionId', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** 1 or true for a file whose thumbnail could not be drawn. */
export type Drawability = { isUndrawable: SqlBool };
export const isUndrawable = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'files'>) =>
  exists(
    selectFrom('previews')
      .select('previews.fileId')
      .whereRef('previews.fileId', '=', 'files.id')
      .where('previews.kind', '=', 'thumbnail')
      .where('previews.blobKey', 'is', null),
  );

const matchPreview =
  ({ fileId, kind }: Pick<PreviewRow, 'fileId' | 'kind'>) =>
  ({ and, eb }: ExpressionBuilder<Schema, 'previews'>) =>
    and([eb('previews.fileId', '=', fileId), eb('previews.kind', '=', kind)]);

export const findPreview = (
  db: Db,
  wanted: Pick<PreviewRow, 'fileId' | 'kind'>,
): Promise<PreviewRow | undefined> =>
  db.selectFrom('previews').selectAll().where(matchPreview(wanted)).executeTakeFirst();

/** Stores the result of a drawing; false if another process has stored one. */
export async function insertPreview(db: Db, row: PreviewRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('previews')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['fileId', 'kind'])
        .doUpdateSet({ blobKey: row.blobKey, tries: row.tries, retryAt: row.retryAt })
        .where('previews.blobKey', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A batch of previews whose files are deleted. */
export function listStrayPreviews(
  db: Db,
  fileId: string | undefined,
): Promise<Pick<PreviewRow, 'fileId' | 'kind' | 'blobKey'>[]> {
  const query = db
    .selectFrom('previews')
    .select(['fileId', 'kind', 'blobKey'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('files').select('files.id').whereRef('files.id', '=', 'previews.fileId')),
      ),
    );
  return (fileId === undefined ? query : query.where('fileId', '=', fileId)).limit(500).execute();
}

export async function deletePreview(
  db: Db,
  wanted: Pick<PreviewRow, 'fileId' | 'kind'>,
): Promise<void> {
  await db.deleteFrom('previews').where(matchPreview(wanted)).execute();
}
