import type { FastifyReply } from 'fastify';
import type { PublicFileInfo, StoredFile } from '#schemas/files/files.ts';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { attachmentExtensions, fileLimits } from '#schemas/files/limits.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { Db, FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { asAttachment, sendBytes } from '#server/http/sendBytes.ts';
import type { UploadRules } from './intake.ts';
import { deletePreviews, drawThumbnail } from './previews.ts';
import type { Drawability } from './repository.ts';
import * as repository from './repository.ts';

export type { FilePurpose } from './reading.ts';
export type { DeletedFile } from './repository.ts';
export type { UploadRules };
export { assertComplete, guardMultipart, storeFormFile, storeUpload } from './receiving.ts';
export const { deleteFilesOfSubmission, deleteUnattached } = repository;
export const { getAccountOwner, getUserOwner, getWorkflowOwner } = repository;
export const { isUndrawable, listFilesOfSubmission, listFilesOfSubmissions, listKnownBlobs } =
  repository;
export type { Drawability };
export const countUploads = (db: Db, workflowKey: string, elementId: string): Promise<number> =>
  repository.countUploads(db, getWorkflowOwner(workflowKey), elementId);
export const filterWorkflowUploads = (db: Db, workflowKey: string): Promise<FileRow[]> =>
  repository.listUploadsOf(db, getWorkflowOwner(workflowKey));
/** Finds an upload of a user's login, of all accounts or of this one. */
export const findUserUpload = (
  db: Db,
  userId: string,
  accountId: string,
  id: string,
): Promise<FileRow | undefined> =>
  repository.findOwnFile(db, [getUserOwner(userId), getUserOwner(userId, accountId)], id);
/** Filters files that a user may use in an account: not those of a session of another account. */
export const filterUserUploads = (
  db: Db,
  userId: string,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> =>
  repository.listOwnIds(db, [getUserOwner(userId), getUserOwner(userId, accountId)], ids);
/** Finds an upload of a provider. */
export const findAccountUpload = (
  db: Db,
  accountId: string,
  id: string,
): Promise<FileRow | undefined> => repository.findOwnFile(db, [getAccountOwner(accountId)], id);
/** Filters the ids of a provider's uploads. */
export const filterAccountUploads = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> => repository.listOwnIds(db, [getAccountOwner(accountId)], ids);
/** Attaches uploads of a workflow to its submission; returns their number. */
export const attachToSubmission = (
  db: Db,
  workflowKey: string,
  ids: readonly string[],
  submissionId: string,
): Promise<number> =>
  repository.attachToSubmission(db, getWorkflowOwner(workflowKey), ids, submissionId);

/** Rules of any upload. */
export const publicFileInfo: PublicFileInfo = {
  allowedExtensions: [...attachmentExtensions],
  maxSize: fileLimits.maxSizeBytes,
};

/** Returns true unless the file has no thumbnail, or drawing it has failed. */
export const isDrawable = ({
  extension,
  isUndrawable = false,
}: Pick<FileRow, 'extension'> & Partial<Drawability>): boolean =>
  hasThumbnail(extension) && !isUndrawable;

export function presentFile(file: FileRow & Partial<Drawability>): StoredFile {
  return {
    fileuploadId: file.id,
    fileName: file.name,
    fileExtension: file.extension,
    size: file.size,
    hasThumbnail: isDrawable(file),
  };
}

/** Presents a new upload with its thumbnail drawn, because its sender asks for that next. */
export const presentUpload = async (deps: Deps, file: FileRow): Promise<StoredFile> =>
  presentFile({ ...file, isUndrawable: !(await drawThumbnail(deps, file)) });

/** Sends a file's bytes, or a range, as a download that browsers do not execute. */
export const sendFile = (
  { blobStore }: Deps,
  reply: FastifyReply,
  file: FileRow,
): Promise<FastifyReply> =>
  sendBytes(asAttachment(reply.type('application/octet-stream'), file.name), {
    ...file,
    open: (range) => blobStore.get(file.blobKey, range),
  });

/**
 * Deletes uploads that were not submitted within a day, or a day after the workflow's last use.
 * Several processes may run it at once.
 */
export async function removeOrphans(deps: Deps): Promise<number> {
  const before = new Date(
    deps.clock.now().getTime() - storageLimits.orphanAfterHours * hourMs,
  ).toISOString();
  let removed = 0;
  for (
    let orphans = await repository.listOrphans(deps.db, before);
    orphans.length > 0;
    orphans = await repository.listOrphans(deps.db, before)
  ) {
    for (const { id, blobKey } of orphans) {
      if (!(await repository.deleteOrphan(deps.db, id, before))) continue;
      await deps.blobStore.remove(blobKey);
      removed += 1;
    }
  }
  return removed;
}

/** Removes an upload; throws `notFound`. */
export async function removeUpload(
  deps: Deps,
  owners: readonly string[],
  id: string,
): Promise<void> {
  const file = await repository.findOwnFile(deps.db, owners, id);
  if (!file || !(await repository.deleteUnsentFile(deps.db, file.owner, id)))
    throw createProblem('notFound');
  await removeBytes(deps, [file]);
}

/** Removes the bytes and previews of files whose rows were deleted. */
export async function removeBytes(
  deps: Deps,
  files: readonly repository.DeletedFile[],
): Promise<void> {
  for (const { id, blobKey } of files) {
    await deps.blobStore.remove(blobKey);
    await deletePreviews(deps, id);
  }
}
