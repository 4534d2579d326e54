import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicFileInfo, StoredFile } from '#schemas/files.ts';
import { fileExtension, hasThumbnail } from '#schemas/files.rules.ts';
import { attachmentExtensions, limits } from '#schemas/limits.ts';
import type { Db, FileRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { asAttachment, sendBytes } from '#server/http/sendBytes.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import {
  admitName,
  admitSize,
  assertQuota,
  fileOf,
  keepBytes,
  productRules,
  takeQuota,
  type UploadRules,
} from './intake.ts';
import { forgetPreviews } from './previews.ts';
import * as repository from './repository.ts';

export type { UploadRules };
export const { ownerOfAccount, ownerOfUser, ownerOfWorkflow } = repository;
export const knownBlobs = repository.listKnownBlobs;
export const filesOfSubmission = repository.listFilesOfSubmission;
export const countUploads = (db: Db, workflowKey: string, elementId: string): Promise<number> =>
  repository.countUploads(db, ownerOfWorkflow(workflowKey), elementId);
export const uploadsOfWorkflow = (db: Db, workflowKey: string): Promise<FileRow[]> =>
  repository.listUploadsOf(db, ownerOfWorkflow(workflowKey));
/** What a user has uploaded in a session that opens all of their accounts. */
export const uploadOfUser = (db: Db, userId: string, id: string): Promise<FileRow | undefined> =>
  repository.findOwnFile(db, ownerOfUser(userId), id);
/** Which of these files a user may use in an account: not those uploaded in a session that opens only another one. */
export const uploadsOfUser = (
  db: Db,
  userId: string,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> =>
  repository.listOwnIds(db, [ownerOfUser(userId), ownerOfUser(userId, accountId)], ids);
/** What the provider has uploaded. */
export const uploadOfAccount = (
  db: Db,
  accountId: string,
  id: string,
): Promise<FileRow | undefined> => repository.findOwnFile(db, ownerOfAccount(accountId), id);
/** Which of these files the provider has uploaded. */
export const uploadsOfAccount = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> => repository.listOwnIds(db, [ownerOfAccount(accountId)], ids);
export const handOver = (
  db: Db,
  workflowKey: string,
  ids: readonly string[],
  submissionId: string,
): Promise<number> =>
  repository.attachToSubmission(db, ownerOfWorkflow(workflowKey), ids, submissionId);

/** What may be uploaded at all. */
export const publicFileInfo: PublicFileInfo = {
  allowedExtensions: [...attachmentExtensions],
  maxSize: limits.file.maxSizeBytes,
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
  const name = admitName(part.filename, rules);
  const declared = Number(request.headers['content-length']) || 0;
  admitSize(declared - limits.file.envelopeBytes, rules);
  await assertQuota(deps, deps.db, owner, Math.max(declared - limits.file.envelopeBytes, 0));
  const blob = await keepBytes(deps, part.file, {
    extension: fileExtension(name),
    maxBytes: rules.maxSizeBytes,
  });
  return fileOf(deps, blob, {
    owner,
    name,
    idempotencyKey: idempotencyKey ?? null,
    elementId: rules.elementId ?? null,
  });
}

/** RFC 2046 §5.1.1: no boundary is longer; each byte that comes is looked at for it. */
const maxBoundaryLength = 70;
const isBoundaryShort = ({ headers }: FastifyRequest): boolean =>
  [...(headers['content-type'] ?? '').matchAll(/boundary\s*=\s*(?:"([^"]*)"?|([^;]*))/gi)].every(
    ([, quoted, bare = '']) => (quoted ?? bare).length <= maxBoundaryLength,
  );

/** Reads the request to its end: a connection that breaks off leaves neither row nor blob. */
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
        '/File': textsIn(languageOf(request))('RequiredFieldValidation', {}),
      });
    if (file.size === 0) throw problem('emptyFile');
    if (request.raw.complete === false) throw problem('invalidInput'); // the connection broke off
    const received = file;
    await deps.db.transaction().execute(async (db) => {
      await rules.admit?.(db);
      await takeQuota(deps, db, options.owner, received.size);
      await repository.insertFile(db, received);
      isCommitting = true;
    });
    return received;
  } catch (error) {
    // Of a commit that broke off nobody knows whether it happened: its bytes stay until the sweep.
    if (file && !isCommitting) await deps.blobStore.remove(file.blobKey);
    throw error;
  }
}

/** Takes one upload. A repeat with the same key answers the first result, also when both run at once. */
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

/** Sends a file's bytes, or a range of them, so that a browser saves them and never runs them. */
export const sendFile = (
  { blobStore }: Deps,
  reply: FastifyReply,
  file: FileRow,
): Promise<FastifyReply> =>
  sendBytes(asAttachment(reply.type('application/octet-stream'), file.name), {
    ...file,
    open: (range) => blobStore.get(file.blobKey, range),
  });

/** Removes uploads that nothing took within a day, or a day after their workflow was used (decisions.md, Drafts). Several processes may do so at once. */
export async function removeOrphans(deps: Deps): Promise<number> {
  const before = new Date(
    deps.clock.now().getTime() - limits.file.orphanAfterHours * 3_600_000,
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

/** Takes an upload back; throws `notFound` when there is none to take back. */
export async function takeBack(deps: Deps, owner: string, id: string): Promise<void> {
  const file = await repository.findOwnFile(deps.db, owner, id);
  if (!file || !(await repository.deleteUnsentFile(deps.db, owner, id))) throw problem('notFound');
  await deps.blobStore.remove(file.blobKey);
  await forgetPreviews(deps, id);
}
