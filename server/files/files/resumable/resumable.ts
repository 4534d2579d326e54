import { Readable } from 'node:stream';
import { getFileExtension, makeSafeFileName } from '#schemas/files/files.rules.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import type { FileRow, UploadPartRow, UploadRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import {
  admitName,
  admitSize,
  buildFileRow,
  storeBytes,
  reserveQuota,
  type UploadRules,
} from '#server/files/files/intake.ts';
import * as repository from '#server/files/files/repository.ts';

/** Resumable uploads. Each part is a blob, so that any process can continue after a break. */

const unfinishedMs = storageLimits.unfinishedHours * hourMs;

/** Computes the expiry of an upload without progress. */
export const getExpiry = ({ lastUsedAt }: UploadRow): Date =>
  new Date(Date.parse(lastUsedAt) + unfinishedMs);

const hasExpired = ({ clock }: Deps, upload: UploadRow): boolean => getExpiry(upload) < clock.now();

/** Returns the caller's upload; throws `notFound` or `uploadExpired`. */
export async function findUpload(deps: Deps, owner: string, id: string): Promise<UploadRow> {
  const upload = await repository.findOwnUpload(deps.db, owner, id);
  if (!upload) throw createProblem('notFound');
  if (hasExpired(deps, upload)) throw createProblem('uploadExpired');
  return upload;
}

async function removeUpload({ db, blobStore }: Deps, id: string): Promise<void> {
  const parts = await repository.listParts(db, id);
  await inTransaction(db, (transaction) => repository.deleteUpload(transaction, id));
  for (const { blobKey } of parts) await blobStore.remove(blobKey);
}

/** Cancels an upload; throws `notFound`. */
export async function cancelUpload(deps: Deps, owner: string, id: string): Promise<void> {
  if (!(await repository.findOwnUpload(deps.db, owner, id))) throw createProblem('notFound');
  await removeUpload(deps, id);
}

export type Announced = {
  owner: string;
  elementId: string | undefined;
  name: string;
  size: number;
  idempotencyKey: string | undefined;
};

/**
 * Returns the upload of an earlier request with this key, unless it has expired. Throws `conflict`
 * for another file.
 */
async function findBegunBefore(
  deps: Deps,
  { owner, elementId, name, size, idempotencyKey }: Announced,
): Promise<UploadRow | undefined> {
  const earlier = idempotencyKey
    ? await repository.findOwnUploadByKey(deps.db, owner, idempotencyKey)
    : undefined;
  if (!earlier) return undefined;
  if (hasExpired(deps, earlier)) return void (await removeUpload(deps, earlier.id));
  const isSame =
    earlier.size === size &&
    earlier.name === makeSafeFileName(name, fileLimits.maxNameBytes) &&
    (earlier.elementId === null || earlier.elementId === elementId);
  if (!isSame) throw createProblem('conflict');
  return earlier;
}

/** Creates an upload before its first byte. */
export async function beginUpload(
  deps: Deps,
  announced: Announced,
  loadRules: () => Promise<UploadRules>,
): Promise<UploadRow> {
  const { owner, size, idempotencyKey = null } = announced;
  const earlier = await findBegunBefore(deps, announced);
  if (earlier) return earlier;
  const rules = await loadRules();
  const name = admitName(announced.name, rules);
  if (size === 0) throw createProblem('emptyFile');
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
    const first = await findBegunBefore(deps, announced);
    if (first) return first;
    throw error;
  }
  return upload;
}

/**
 * Splits a stream into streams of about this size; the next one starts after the previous one was
 * read.
 */
async function* readParts(
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
  for await (const part of readParts(content, fileLimits.partBytes)) {
    const blob = await deps.blobStore.put(part, { maxBytes: size - start });
    const row: UploadPartRow = { uploadId: id, start, blobKey: blob.key };
    const isAdded = await inTransaction(deps.db, (db) =>
      repository.addPart(db, row, { size: blob.size, at: deps.clock.now().toISOString() }),
    );
    if (!isAdded) {
      await deps.blobStore.remove(blob.key);
      throw createProblem(
        (await repository.findOwnUpload(deps.db, owner, id)) ? 'conflict' : 'notFound',
      );
    }
    start += blob.size;
  }
  return start;
}

async function* readContent(
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
  const blob = await storeBytes(deps, Readable.from(readContent(deps, parts)), {
    extension: getFileExtension(name),
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
      if (!(await repository.finishUpload(db, id, file.id))) throw createProblem('conflict');
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
  loadRules: (upload: UploadRow) => Promise<UploadRules>,
): Promise<FileRow> {
  const upload = await findUpload(deps, owner, id);
  const earlier = () => repository.findOwnFileByKey(deps.db, owner, getFileKey(upload));
  const known = upload.fileId === null ? undefined : await earlier();
  if (known) return known;
  if (upload.fileId !== null) throw createProblem('notFound'); // the file was removed
  if (upload.received !== upload.size) throw createProblem('conflict');
  try {
    return await makeFile(deps, upload, await loadRules(upload));
  } catch (error) {
    if (isAboutTheBytes(error)) await removeUpload(deps, id);
    else {
      const first = await earlier();
      // One of another upload has taken the key.
      if (first) return assertOwnFile(first, await findUpload(deps, owner, id));
    }
    throw error;
  }
}

function assertOwnFile(file: FileRow, { fileId }: UploadRow): FileRow {
  if (file.id !== fileId) throw createProblem('conflict');
  return file;
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
