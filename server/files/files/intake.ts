import { dayMs } from '#schemas/platform/time.ts';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  getFileExtension,
  isAllowedAttachment,
  makeSafeFileName,
  splitFileName,
} from '#schemas/files/files.rules.ts';
import { attachmentExtensions, fileLimits } from '#schemas/files/limits.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { Db, FileRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { BlobTooLarge, type StoredBlob } from '#server/ports/blobStore.ts';
import { NotScannable, ScannerDown, VirusFound } from '#server/ports/virusScan.ts';
import { buildSearchKey } from '#server/words.ts';
import { checkArchive } from './archiveCheck.ts';
import { checkContent, ContentMismatch } from './contentCheck.ts';
import { receiveFirst } from './incoming.ts';

import * as repository from './repository.ts';

/** Checks of every upload, in one request or resumable. */

/** limits of the upload, known after the fields before the file */
export type UploadRules = {
  maxSizeBytes: number;
  extensions?: readonly string[];
  elementId?: string;
  /** repeated in the transaction that stores the upload, because of concurrent uploads; throws */
  admit?: (db: Db) => Promise<void>;
};

export const productRules: UploadRules = { maxSizeBytes: fileLimits.maxSizeBytes };

const maxNamedExtensions = 12;

/** Names the first extensions; the product's own list is too long for a sentence. */
function nameExtensions(extensions: readonly string[]): string {
  const more = extensions.length > maxNamedExtensions ? ['…'] : [];
  return [...extensions.slice(0, maxNamedExtensions), ...more].join(', ');
}

/** Returns the stored file name; throws `fileExtensionNotAllowed`. */
export function admitName(given: string, { extensions }: UploadRules): string {
  const name = makeSafeFileName(given, fileLimits.maxNameBytes);
  if (!isAllowedAttachment(name, extensions))
    throw createProblem('fileExtensionNotAllowed', undefined, {
      allowed: nameExtensions(extensions ?? attachmentExtensions),
    });
  return name;
}

/** Returns the name that was sent, with the file's extension if it has none. */
export function chooseName(
  given: string | undefined,
  fileName: string,
  rules: UploadRules,
): string {
  if (!given?.trim()) return admitName(fileName, rules);
  const extension = getFileExtension(given) === '' ? `.${getFileExtension(fileName)}` : '';
  return admitName(given.trim() + extension, rules);
}

const createTooLarge = (maxBytes: number) =>
  createProblem('fileTooLarge', undefined, { limit: maxBytes / 1024 / 1024 });

/** Throws `fileTooLarge` before the bytes are received. */
export function admitSize(size: number, { maxSizeBytes }: UploadRules): void {
  if (size > maxSizeBytes) throw createTooLarge(maxSizeBytes);
}

/** Throws `uploadLimit` above the daily bytes of a client or visit. */
export async function assertQuota(
  { clock }: Deps,
  db: Db,
  owner: string,
  size: number,
): Promise<void> {
  if (!repository.hasQuota(owner)) return;
  const since = new Date(clock.now().getTime() - dayMs).toISOString();
  if ((await repository.sumBytes(db, owner, since)) + size > storageLimits.quotaBytes)
    throw createProblem('uploadLimit');
}

/**
 * Checks the limit under a lock in the transaction that stores the upload, because of concurrent
 * uploads.
 */
export async function reserveQuota(deps: Deps, db: Db, owner: string, size: number): Promise<void> {
  await repository.lockQuota(db, owner);
  await assertQuota(deps, db, owner, size);
}

const refusals = [
  [VirusFound, 'virusFound'],
  [NotScannable, 'notScannable'],
  [ScannerDown, 'unavailable'],
  [ContentMismatch, 'contentNotAllowed'],
] as const;

/** Returns the problem that refuses a file; undefined for an error of another kind. */
function findRefusal(errors: readonly unknown[]) {
  const [, reason] = refusals.find(([kind]) => errors.some((error) => error instanceof kind)) ?? [];
  const obstacles = errors.flatMap((error) =>
    error instanceof NotScannable ? error.obstacle : [],
  );
  return reason && createProblem(reason, undefined, { obstacle: obstacles[0] ?? 'content' });
}

/** Returns the name with this extension, which belongs to the content. */
export const setExtension = (name: string, extension: string): string =>
  getFileExtension(name) === extension
    ? name
    : makeSafeFileName(`${splitFileName(name).stem}.${extension}`, fileLimits.maxNameBytes);

/** Bytes in the blob store, with the extension of their content. */
type StoredContent = StoredBlob & { extension: string };

/** Streams a file to the blob store: checked, scanned, hashed and counted, never buffered. */
export async function storeBytes(
  { blobStore, virusScan }: Deps,
  content: Readable,
  { extension, maxBytes }: { extension: string; maxBytes: number },
): Promise<StoredContent> {
  const scanned = new PassThrough();
  const check = checkContent(extension);
  const [blob, scan] = await Promise.allSettled([
    blobStore.put(scanned, { maxBytes }),
    pipeline(content, check.stream, checkArchive(), virusScan.scanning(), scanned),
  ]);
  if (blob.status === 'fulfilled' && scan.status === 'fulfilled')
    return { ...blob.value, extension: check.getStoredExtension() };
  if (blob.status === 'fulfilled') await blobStore.remove(blob.value.key);
  const reasons = [blob, scan].flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (reasons.some((reason) => reason instanceof BlobTooLarge)) throw createTooLarge(maxBytes);
  throw findRefusal(reasons) ?? reasons[0];
}

/** Stores a file from a connection, which may stall for longer than the scanner waits. */
export async function storeReceived(
  deps: Deps,
  content: Readable,
  options: Parameters<typeof storeBytes>[2],
): Promise<StoredContent> {
  const { maxBytes } = options;
  try {
    return await receiveFirst(deps, content, maxBytes, (received) =>
      storeBytes(deps, received, options),
    );
  } catch (error) {
    throw error instanceof BlobTooLarge ? createTooLarge(maxBytes) : error;
  }
}

/** Returns the columns of a file's name. */
export const buildNameColumns = (
  name: string,
): Pick<FileRow, 'name' | 'nameKey' | 'extension'> => ({
  name,
  nameKey: buildSearchKey(name),
  extension: getFileExtension(name),
});

/** Builds the row of a stored file. Its name gets the extension of the content. */
export const buildFileRow = (
  { clock }: Deps,
  { key, size, sha256, extension }: StoredContent,
  { name, ...given }: Pick<FileRow, 'owner' | 'elementId' | 'name' | 'idempotencyKey'>,
): FileRow => ({
  id: newId(),
  ...given,
  ...buildNameColumns(setExtension(name, extension)),
  size,
  sha256,
  blobKey: key,
  submissionId: null,
  createdAt: clock.now().toISOString(),
});
