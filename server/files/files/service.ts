import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicFileInfo, StoredFile } from '#schemas/files/files.ts';
import { fileExtension, hasThumbnail } from '#schemas/files/files.rules.ts';
import { attachmentExtensions, fileLimits } from '#schemas/files/limits.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { storageLimits } from '#server/files/limits.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { Db, FileRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { problem, type ProblemError } from '#server/problem.ts';
import { asAttachment, sendBytes } from '#server/http/sendBytes.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import {
  admitName,
  admitSize,
  assertQuota,
  buildFileRow,
  storeBytes,
  productRules,
  reserveQuota,
  type UploadRules,
} from './intake.ts';
import { deletePreviews } from './previews.ts';
import * as repository from './repository.ts';

export type { UploadRules };
export const { getAccountOwner, getUserOwner, getWorkflowOwner } = repository;
export const { listFilesOfSubmission, listKnownBlobs } = repository;
export const countUploads = (db: Db, workflowKey: string, elementId: string): Promise<number> =>
  repository.countUploads(db, getWorkflowOwner(workflowKey), elementId);
export const filterWorkflowUploads = (db: Db, workflowKey: string): Promise<FileRow[]> =>
  repository.listUploadsOf(db, getWorkflowOwner(workflowKey));
/** Finds an upload of a user's session of all accounts. */
export const uploadOfUser = (db: Db, userId: string, id: string): Promise<FileRow | undefined> =>
  repository.findOwnFile(db, getUserOwner(userId), id);
/** Filters files that a user may use in an account: not those of a session of another account. */
export const filterUserUploads = (
  db: Db,
  userId: string,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> =>
  repository.listOwnIds(db, [getUserOwner(userId), getUserOwner(userId, accountId)], ids);
/** Finds an upload of a provider. */
export const uploadOfAccount = (
  db: Db,
  accountId: string,
  id: string,
): Promise<FileRow | undefined> => repository.findOwnFile(db, getAccountOwner(accountId), id);
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

export function presentFile(file: FileRow): StoredFile {
  return {
    fileuploadId: file.id,
    fileName: file.name,
    fileExtension: file.extension,
    size: file.size,
    hasThumbnail: hasThumbnail(file.extension),
  };
}

type UploadOptions = {
  owner: string;
  idempotencyKey: string | undefined;
  rules?: (fields: ReadonlyMap<string, string>) => Promise<UploadRules>;
};

async function storePart(
  deps: Deps,
  part: MultipartFile,
  rules: UploadRules,
  request: FastifyRequest,
  { owner, idempotencyKey }: UploadOptions,
): Promise<FileRow> {
  const name = admitName(part.filename ?? '', rules);
  const declared = Number(request.headers['content-length']) || 0;
  admitSize(declared - requestLimits.envelopeBytes, rules);
  await assertQuota(deps, deps.db, owner, Math.max(declared - requestLimits.envelopeBytes, 0));
  const blob = await storeBytes(deps, part.file, {
    extension: fileExtension(name),
    maxBytes: rules.maxSizeBytes,
  });
  return buildFileRow(deps, blob, {
    owner,
    name,
    idempotencyKey: idempotencyKey ?? null,
    elementId: rules.elementId ?? null,
  });
}

/** RFC 2046 §5.1.1 limits the boundary, which is searched at every byte. */
const maxBoundaryLength = 70;
const isBoundaryShort = ({ headers }: FastifyRequest): boolean =>
  [...(headers['content-type'] ?? '').matchAll(/boundary\s*=\s*(?:"([^"]*)"?|([^;]*))/gi)].every(
    ([, quoted, bare = '']) => (quoted ?? bare).length <= maxBoundaryLength,
  );

/** Errors of the multipart parser have no code: no boundary, no part, or an early end. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && /^Multipart: |unexpected end of multipart data/i.test(error.message);

const incompleteFile = (request: FastifyRequest): ProblemError =>
  problem('invalidInput', {
    '/File': getTexts(getLanguage(request))('error.incompleteFile', {}),
  });

/** Reads the request to its end; a broken connection leaves neither row nor blob. */
async function receive(
  deps: Deps,
  request: FastifyRequest,
  options: UploadOptions,
): Promise<FileRow> {
  const fields = new Map<string, string>();
  let rules = productRules;
  let file: FileRow | undefined;
  let isCommitting = false;
  if (!isBoundaryShort(request)) throw problem('invalidInput');
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      if (file) throw problem('tooManyFiles');
      rules = (await options.rules?.(fields)) ?? productRules;
      file = await storePart(deps, part, rules, request, options);
    }
    if (!file)
      throw problem('invalidInput', {
        '/File': getTexts(getLanguage(request))('RequiredFieldValidation', {}),
      });
    if (file.size === 0) throw problem('emptyFile');
    if (request.raw.complete === false) throw problem('invalidInput'); // the connection broke
    const received = file;
    await inTransaction(deps.db, async (db) => {
      await rules.admit?.(db);
      await reserveQuota(deps, db, options.owner, received.size);
      await repository.insertFile(db, received);
      isCommitting = true;
    });
    return received;
  } catch (error) {
    if (isMalformed(error)) throw incompleteFile(request);
    // The state of a commit with a lost response is unknown: the sweep deletes its bytes later.
    if (file && !isCommitting) await deps.blobStore.remove(file.blobKey);
    throw error;
  }
}

/** Stores one upload. A retry gets the first response, also concurrently. */
export async function storeUpload(
  deps: Deps,
  request: FastifyRequest,
  options: UploadOptions,
): Promise<FileRow> {
  const { owner, idempotencyKey } = options;
  const earlier = () =>
    idempotencyKey ? repository.findOwnFileByKey(deps.db, owner, idempotencyKey) : undefined;
  const known = await earlier();
  if (known) return known;
  return receive(deps, request, options).catch(async (error: unknown) => {
    const first = await earlier();
    if (first) return first;
    throw error;
  });
}

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
export async function removeUpload(deps: Deps, owner: string, id: string): Promise<void> {
  const file = await repository.findOwnFile(deps.db, owner, id);
  if (!file || !(await repository.deleteUnsentFile(deps.db, owner, id))) throw problem('notFound');
  await deps.blobStore.remove(file.blobKey);
  await deletePreviews(deps, id);
}
