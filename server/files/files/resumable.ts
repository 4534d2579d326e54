import { Readable } from 'node:stream';
import { fileExtension } from '#schemas/files/files.rules.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { FileRow, UploadPartRow, UploadRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { problem, ProblemError } from '#server/problem.ts';
import {
  admitName,
  admitSize,
  buildFileRow,
  storeBytes,
  reserveQuota,
  type UploadRules,
} from './intake.ts';
import * as repository from './repository.ts';

/** Resumable uploads. Each part is a blob, so that any process can continue after a break. */

const unfinishedMs = storageLimits.unfinishedHours * hourMs;

/** Computes the expiry of an upload without progress. */
export const getExpiry = ({ lastUsedAt }: UploadRow): Date =>
  new Date(Date.parse(lastUsedAt) + unfinishedMs);

const hasExpired = ({ clock }: Deps, upload: UploadRow): boolean => getExpiry(upload) < clock.now();

/** Returns the caller's upload; throws `notFound` or `uploadExpired`. */
export async function findUpload(deps: Deps, owner: string, id: string): Promise<UploadRow> {
  const upload = await repository.findOwnUpload(deps.db, owner, id);
  if (!upload) throw problem('notFound');
  if (hasExpired(deps, upload)) throw problem('uploadExpired');
  return upload;
}

async function removeUpload({ db, blobStore }: Deps, id: string): Promise<void> {
  const parts = await repository.listParts(db, id);
  await inTransaction(db, (transaction) => repository.deleteUpload(transaction, id));
  for (const { blobKey } of parts) await blobStore.remove(blobKey);
}

/** Cancels an upload; throws `notFound`. */
export async function cancelUpload(deps: Deps, owner: string, id: string): Promise<void> {
  if (!(await repository.findOwnUpload(deps.db, owner, id))) throw problem('notFound');
  await removeUpload(deps, id);
}

export type Announced = {
  owner: string;
  name: string;
  size: number;
  idempotencyKey: string | undefined;
};

/**
 * Returns the upload of an earlier request with this key, unless it has expired. Throws `conflict`
 * for another file.
 */
async function begunBefore(
  deps: Deps,
  { owner, size, idempotencyKey }: Announced,
): Promise<UploadRow | undefined> {
  const earlier = idempotencyKey
    ? await repository.findOwnUploadByKey(deps.db, owner, idempotencyKey)
    : undefined;
  if (!earlier) return undefined;
  if (hasExpired(deps, earlier)) return void (await removeUpload(deps, earlier.id));
  if (earlier.size !== size) throw problem('conflict');
  return earlier;
}

/** Creates an upload before its first byte. */
export async function beginUpload(
  deps: Deps,
  announced: Announced,
  rulesOf: () => Promise<UploadRules>,
): Promise<UploadRow> {
  const { owner, size, idempotencyKey = null } = announced;
  const earlier = await begunBefore(deps, announced);
  if (earlier) return earlier;
  const rules = await rulesOf();
  const name = admitName(announced.name, rules);
  if (size === 0) throw problem('emptyFile');
  admitSize(size, rules);
  const now = deps.clock.now().toISOString();
  const upload: UploadRow = {
    id: newId(),
    owner,
    elementId: rules.elementId ?? null,
    name,
    size,
    received: 0,
    idempotencyKey,
    fileId: null,
    createdAt: now,
    lastUsedAt: now,
  };
  try {
    await inTransaction(deps.db, async (db) => {
      await rules.admit?.(db);
      await reserveQuota(deps, db, owner, size);
      await repository.insertUpload(db, upload);
    });
  } catch (error) {
    const first = await begunBefore(deps, announced);
    if (first) return first;
    throw error;
  }
  return upload;
}

/**
 * Splits a stream into streams of about this size; the next one starts after the previous one was
 * read.
 */
async function* partsOf(
  content: AsyncIterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Readable> {
  const chunks = content[Symbol.asyncIterator]();
  let next = await chunks.next();
  async function* part() {
    for (let size = 0; !next.done && size < partBytes; next = await chunks.next()) {
      size += next.value.length;
      yield next.value;
    }
  }
  while (!next.done) yield Readable.from(part());
}

/**
 * Appends bytes part by part; stored parts survive a crash. Returns the offset. Throws `conflict`
 * after a concurrent append, `notFound` after a cancellation.
 */
export async function addBytes(
  deps: Deps,
  { id, owner, size, received }: UploadRow,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let start = received;
  for await (const part of partsOf(content, fileLimits.partBytes)) {
    const blob = await deps.blobStore.put(part, { maxBytes: size - start });
    const row: UploadPartRow = { uploadId: id, start, blobKey: blob.key };
    const isAdded = await inTransaction(deps.db, (db) =>
      repository.addPart(db, row, { size: blob.size, at: deps.clock.now().toISOString() }),
    );
    if (!isAdded) {
      await deps.blobStore.remove(blob.key);
      throw problem((await repository.findOwnUpload(deps.db, owner, id)) ? 'conflict' : 'notFound');
    }
    start += blob.size;
  }
  return start;
}

async function* contentOf(
  { blobStore }: Deps,
  parts: readonly UploadPartRow[],
): AsyncGenerator<Buffer> {
  for (const { blobKey } of parts) yield* (await blobStore.get(blobKey)) as AsyncIterable<Buffer>;
}

/** Errors that a retry cannot fix: the bytes are invalid. */
const isAboutTheBytes = (error: unknown): boolean =>
  error instanceof ProblemError &&
  ['virusFound', 'notScannable', 'contentNotAllowed', 'fileTooLarge'].includes(error.reason);

/** Derives the file's Idempotency-Key, so that a retry finds it. */
const getFileKey = ({ id, idempotencyKey }: UploadRow): string => idempotencyKey ?? id;

async function makeFile(deps: Deps, upload: UploadRow, rules: UploadRules): Promise<FileRow> {
  const { id, owner, name, size, elementId } = upload;
  const parts = await repository.listParts(deps.db, id);
  const blob = await storeBytes(deps, Readable.from(contentOf(deps, parts)), {
    extension: fileExtension(name),
    maxBytes: size,
  });
  const file = buildFileRow(deps, blob, {
    owner,
    name,
    elementId,
    idempotencyKey: getFileKey(upload),
  });
  let isCommitting = false;
  try {
    await inTransaction(deps.db, async (db) => {
      await rules.admit?.(db);
      if (!(await repository.finishUpload(db, id, file.id))) throw problem('conflict');
      await repository.insertFile(db, file);
      await repository.deleteParts(db, id);
      isCommitting = true;
    });
  } catch (error) {
    if (!isCommitting) await deps.blobStore.remove(blob.key);
    throw error;
  }
  for (const { blobKey } of parts) await deps.blobStore.remove(blobKey);
  return file;
}

/** Converts a complete upload to a file. A retry gets the first response, also concurrently. */
export async function finishUpload(
  deps: Deps,
  owner: string,
  id: string,
  rulesOf: (upload: UploadRow) => Promise<UploadRules>,
): Promise<FileRow> {
  const upload = await findUpload(deps, owner, id);
  const earlier = () => repository.findOwnFileByKey(deps.db, owner, getFileKey(upload));
  const known = await earlier();
  if (known) return known;
  if (upload.fileId !== null) throw problem('notFound'); // the file was removed
  if (upload.received !== upload.size) throw problem('conflict');
  try {
    return await makeFile(deps, upload, await rulesOf(upload));
  } catch (error) {
    if (isAboutTheBytes(error)) await removeUpload(deps, id);
    else {
      const first = await earlier();
      if (first) return first;
    }
    throw error;
  }
}

/** Deletes uploads without progress for a day. Several processes may run it at once. */
export async function deleteExpiredUploads(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - unfinishedMs).toISOString();
  for (
    let ids = await repository.listUnfinished(deps.db, before);
    ids.length > 0;
    ids = await repository.listUnfinished(deps.db, before)
  ) {
    for (const id of ids) await removeUpload(deps, id);
  }
}
