import type { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { getFileExtension } from '#schemas/files/files.rules.ts';
import type { FileRow, WorkflowRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findTextProblem } from '#server/http/input/plainTexts.ts';
import { requestLimits } from '#server/http/limits.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import {
  admitName,
  admitSize,
  assertQuota,
  buildFileRow,
  buildNameColumns,
  chooseName,
  storeReceived,
  productRules,
  reserveQuota,
  setExtension,
  type UploadRules,
} from './intake.ts';
import { recordRejection } from './rejections.ts';
import { assertSameFile, receiveAgain } from './replays.ts';
import * as repository from './repository.ts';

/** Receives files of multipart requests: an upload, or a form that was posted without scripts. */

/** RFC 2046 §5.1.1 limits the boundary, which is searched at every byte. */
const maxBoundaryLength = 70;
const isBoundaryShort = ({ headers }: FastifyRequest): boolean =>
  [...(headers['content-type'] ?? '').matchAll(/boundary\s*=\s*(?:"([^"]*)"?|([^;]*))/gi)].every(
    ([, quoted, bare = '']) => (quoted ?? bare).length <= maxBoundaryLength,
  );

/** Errors of the multipart parser have no code: no boundary, no part, or an early end. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && /^Multipart: |unexpected end of multipart data/i.test(error.message);

/**
 * Reads a multipart request by `read`. Throws `invalidInput` for a boundary that is too long, and
 * for a body that is malformed or incomplete.
 */
export async function guardMultipart<Result>(
  request: FastifyRequest,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!isBoundaryShort(request)) throw createProblem('invalidInput');
  try {
    return await read();
  } catch (error) {
    if (!isMalformed(error)) throw error;
    throw createProblem('invalidInput', {
      '/File': getTexts(getLanguage(request))('error.incompleteFile', {}),
    });
  }
}

/** Throws `invalidInput` for a request whose connection broke. */
export function assertComplete({ raw }: FastifyRequest): void {
  if (raw.complete === false) throw createProblem('invalidInput');
}

type FileOptions = Pick<FileRow, 'owner' | 'name' | 'idempotencyKey'>;

/** Streams a file to the blob store. Returns its row, not stored yet; throws `emptyFile`. */
async function receiveContent(
  deps: Deps,
  content: Readable,
  rules: UploadRules,
  options: FileOptions,
): Promise<FileRow> {
  const blob = await storeReceived(deps, content, {
    extension: getFileExtension(options.name),
    maxBytes: rules.maxSizeBytes,
  });
  if (blob.size === 0) {
    await deps.blobStore.remove(blob.key);
    throw createProblem('emptyFile');
  }
  return buildFileRow(deps, blob, { ...options, elementId: rules.elementId ?? null });
}

/** Stores the row of a received file within its limits. Removes the bytes of a refused one. */
async function storeRow(deps: Deps, file: FileRow, rules: UploadRules): Promise<FileRow> {
  let isCommitting = false;
  try {
    await inTransaction(deps.db, async (db) => {
      await rules.admit?.(db);
      await reserveQuota(deps, db, file.owner, file.size);
      await repository.insertFile(db, file);
      isCommitting = true;
    });
    return file;
  } catch (error) {
    // The state of a commit with a lost response is unknown: the sweep deletes its bytes later.
    if (!isCommitting) await deps.blobStore.remove(file.blobKey);
    throw error;
  }
}

/** Stores a file of a form that was posted without scripts; throws like an upload. */
export async function storeFormFile(
  deps: Deps,
  { filename, file: content }: Pick<MultipartFile, 'filename' | 'file'>,
  { key: workflowKey, accountId }: Pick<WorkflowRow, 'key' | 'accountId'>,
  getRules: () => Promise<UploadRules>,
): Promise<FileRow> {
  return recordRejection(deps, { kind: 'form', workflowKey, accountId }, undefined, async () => {
    const rules = await getRules();
    const owner = repository.getWorkflowOwner(workflowKey);
    const options = { owner, name: admitName(filename, rules), idempotencyKey: null };
    return storeRow(deps, await receiveContent(deps, content, rules, options), rules);
  });
}

type UploadOptions = {
  owner: string;
  idempotencyKey: string | undefined;
  rules?: (fields: ReadonlyMap<string, string>) => Promise<UploadRules>;
};

/** A file of an upload with the rules that it obeys, and the name that it was sent with. */
type Received = { file: FileRow; rules: UploadRules; sentName: string };

/**
 * Applies a field that follows the file: a name of the same kind. Rejects what the file's checks
 * needed to know.
 */
function applyLateField(
  request: FastifyRequest,
  { file, rules, sentName }: Received,
  { fieldname, value }: MultipartValue,
): FileRow {
  if (fieldname !== 'Name' && fieldname !== 'ElementId') return file;
  const name = fieldname === 'Name' ? chooseName(String(value), sentName, rules) : '';
  if (getFileExtension(name) !== getFileExtension(sentName))
    throw createProblem('invalidInput', {
      [`/${fieldname}`]: getTexts(getLanguage(request))('error.fieldAfterFile', {}),
    });
  return { ...file, ...buildNameColumns(setExtension(name, file.extension)) };
}

async function receivePart(
  deps: Deps,
  part: MultipartFile,
  request: FastifyRequest,
  fields: ReadonlyMap<string, string>,
  { owner, idempotencyKey, rules: getRules }: UploadOptions,
): Promise<Received> {
  const rules = (await getRules?.(fields)) ?? productRules;
  const name = chooseName(fields.get('Name'), part.filename ?? '', rules);
  const declared = Number(request.headers['content-length']) || 0;
  admitSize(declared - requestLimits.envelopeBytes, rules);
  await assertQuota(deps, deps.db, owner, Math.max(declared - requestLimits.envelopeBytes, 0));
  const file = await receiveContent(deps, part.file, rules, {
    owner,
    name,
    idempotencyKey: idempotencyKey ?? null,
  });
  return { file, rules, sentName: name };
}

/** Reads the request to its end; a broken connection leaves no blob. */
async function receiveParts(
  deps: Deps,
  request: FastifyRequest,
  options: UploadOptions,
): Promise<Received> {
  const fields = new Map<string, string>();
  let received: Received | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const field = { [part.fieldname]: String(part.value) };
        const wrong = findTextProblem(field, getLanguage(request));
        if (wrong) throw wrong;
        fields.set(part.fieldname, String(part.value));
        if (received) received = { ...received, file: applyLateField(request, received, part) };
        continue;
      }
      if (received) throw createProblem('tooManyFiles');
      received = await receivePart(deps, part, request, fields, options);
    }
    if (!received)
      throw createProblem('invalidInput', {
        '/File': getTexts(getLanguage(request))('input.error.required', {}),
      });
    assertComplete(request);
    return received;
  } catch (error) {
    if (received) await deps.blobStore.remove(received.file.blobKey);
    throw error;
  }
}

const findEarlier = ({ db }: Deps, { owner, idempotencyKey }: UploadOptions) =>
  idempotencyKey ? repository.findOwnFileByKey(db, owner, idempotencyKey) : undefined;

async function receiveUpload(
  deps: Deps,
  request: FastifyRequest,
  options: UploadOptions,
): Promise<FileRow> {
  const { file, rules } = await receiveParts(deps, request, options);
  try {
    return await storeRow(deps, file, rules);
  } catch (error) {
    const first = await findEarlier(deps, options);
    if (first) return assertSameFile(first, file);
    throw error;
  }
}

/** Stores one upload. A retry gets the first response; another file under its key is `conflict`. */
export async function storeUpload(
  deps: Deps,
  request: FastifyRequest,
  options: UploadOptions,
): Promise<FileRow> {
  return guardMultipart(request, async () => {
    const known = await findEarlier(deps, options);
    return known ? receiveAgain(request, known) : receiveUpload(deps, request, options);
  });
}
