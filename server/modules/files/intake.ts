import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileExtension, isAllowedAttachment, safeFileName } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';
import type { Db, FileRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { BlobTooLarge, type StoredBlob } from '#server/ports/blobStore.ts';
import { NotScannable, ScannerDown, VirusFound } from '#server/ports/virusScan.ts';
import { checkingArchive } from './archiveCheck.ts';
import { checkingContent, ContentMismatch } from './contentCheck.ts';

import * as repository from './repository.ts';

/** What every file passes on its way in, whether it comes in one call or in parts. */

/** What an upload must keep to; asked once the fields that stand before the file are known. */
export type UploadRules = {
  maxSizeBytes: number;
  extensions?: readonly string[];
  elementId?: string;
  /** Asked again in the transaction that stores the upload, so that many at once find no gap; throws. */
  admit?: (db: Db) => Promise<void>;
};

export const productRules: UploadRules = { maxSizeBytes: limits.file.maxSizeBytes };

/** The name to keep a file under; throws `fileExtensionNotAllowed`. */
export function admitName(given: string, { extensions }: UploadRules): string {
  const name = safeFileName(given, limits.file.maxNameLength);
  if (!isAllowedAttachment(name, extensions)) throw problem('fileExtensionNotAllowed');
  return name;
}

const tooLarge = (maxBytes: number) =>
  problem('fileTooLarge', undefined, { limit: maxBytes / 1024 / 1024 });

/** Throws `fileTooLarge` before the bytes come. */
export function admitSize(size: number, { maxSizeBytes }: UploadRules): void {
  if (size > maxSizeBytes) throw tooLarge(maxSizeBytes);
}

const dayMs = 24 * 3_600_000;

/** Throws `uploadLimit` where these bytes would be more than one client or visit may upload within a day. */
export async function assertQuota(
  { clock }: Deps,
  db: Db,
  owner: string,
  size: number,
): Promise<void> {
  if (!repository.hasQuota(owner)) return;
  const since = new Date(clock.now().getTime() - dayMs).toISOString();
  if ((await repository.sumBytes(db, owner, since)) + size > limits.file.quotaBytes)
    throw problem('uploadLimit');
}

/** The same in the transaction that stores the upload: of many at once no more get through than there is room for. */
export async function takeQuota(deps: Deps, db: Db, owner: string, size: number): Promise<void> {
  await repository.lockQuota(db, owner);
  await assertQuota(deps, db, owner, size);
}

const refusals = [
  [VirusFound, 'virusFound'],
  [NotScannable, 'notScannable'],
  [ScannerDown, 'unavailable'],
  [ContentMismatch, 'contentNotAllowed'],
] as const;

/** Streams one file to the blob store: looked into, scanned, hashed and measured on the way, never held in memory. */
export async function keepBytes(
  { blobStore, virusScan }: Deps,
  content: Readable,
  { extension, maxBytes }: { extension: string; maxBytes: number },
): Promise<StoredBlob> {
  const scanned = new PassThrough();
  const [blob, scan] = await Promise.allSettled([
    blobStore.put(scanned, { maxBytes }),
    pipeline(content, checkingContent(extension), checkingArchive(), virusScan.scanning(), scanned),
  ]);
  if (blob.status === 'fulfilled' && scan.status === 'fulfilled') return blob.value;
  if (blob.status === 'fulfilled') await blobStore.remove(blob.value.key);
  const reasons = [blob, scan].flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (reasons.some((reason) => reason instanceof BlobTooLarge)) throw tooLarge(maxBytes);
  for (const [kind, reason] of refusals)
    if (reasons.some((each) => each instanceof kind)) throw problem(reason);
  throw reasons[0];
}

/** The row of a file whose bytes are kept. */
export const fileOf = (
  { clock }: Deps,
  { key, size, sha256 }: StoredBlob,
  given: Pick<FileRow, 'owner' | 'elementId' | 'name' | 'idempotencyKey'>,
): FileRow => ({
  id: newId(),
  ...given,
  nameKey: given.name.toLowerCase(),
  extension: fileExtension(given.name),
  size,
  sha256,
  blobKey: key,
  submissionId: null,
  createdAt: clock.now().toISOString(),
});
