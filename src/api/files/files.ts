import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  uploadFile,
  uploadProviderFile,
  type StoredFile,
} from '#schemas/files/files.ts';
import type { Endpoint, Reply } from '#schemas/platform/endpoint.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { buildUrl, call, callJson, parsed, toAccountHeader } from '#src/api/client/call.ts';
import { asUser } from '#src/api/client/callAs.ts';
import { toApiError, hasReason, networkError } from '#src/api/client/errors.ts';
import { forTask } from './forTask.ts';
import { createJobQueue } from '#src/api/client/jobQueue.ts';
import type { Transport } from '#src/api/client/request.ts';
import { getData, isAbort } from '#src/api/client/sendWithRetries.ts';
import { startExchange } from '#src/device/serverClock.ts';
import { saveBytes } from '#src/device/saveBytes.ts';

/** Files bypass RTK Query: bytes are no state, and only XMLHttpRequest reports upload progress. */
export type Upload = {
  file: File;
  /** Extra fields of the multipart body, e.g. ElementId. */
  fields: Record<string, string>;
  /** The task that the file answers. */
  workflowKey?: string | undefined;
  /** The firm for which a member of its staff uploads. */
  account?: string;
  /** The upload fails if another user is logged in. */
  userId?: string;
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

function toMultipart({ file, fields }: Upload): FormData {
  const body = new FormData();
  body.set('Name', file.name);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('File', file); // last: the server reads the fields before the bytes
  return body;
}

/** Uploads of staff belong to the firm, others to the user or the form. */
const getEndpoint = ({ account }: Upload) =>
  account === undefined ? uploadFile : uploadProviderFile;

const sending =
  (upload: Upload): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const { onProgress, signal } = upload;
      const xhr = new XMLHttpRequest();
      const abort = () => xhr.abort();
      const cancelled = () => reject(new DOMException('Upload cancelled', 'AbortError'));
      if (signal.aborted) return cancelled();
      const endpoint = getEndpoint(upload);
      xhr.open(endpoint.method, buildUrl({ endpoint, ...forTask(upload.workflowKey) }));
      const sent = { ...headers, ...toAccountHeader(upload.account) };
      for (const [name, value] of Object.entries(sent)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
      const learnTime = startExchange();
      xhr.onload = () => {
        learnTime({ get: (name) => xhr.getResponseHeader(name) });
        resolve({ status: xhr.status, body: parsed(xhr.responseText) });
      };
      xhr.onerror = () => reject(new TypeError('No answer'));
      xhr.onabort = cancelled;
      xhr.onloadend = () => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort);
      xhr.send(toMultipart(upload));
    });

/** Transfers of files are slow: one connection stays free for calls, one more for downloads. */
const transfers = createJobQueue({ concurrent: clientLimits.concurrentTransfers });
const uploads = createJobQueue({ concurrent: clientLimits.concurrentUploads });

async function sendWhole(upload: Upload): Promise<StoredFile[]> {
  const transport = asUser(upload.userId, sending(upload));
  const stored = getData(await call(getEndpoint(upload), transport, upload.idempotencyKey));
  return upload.account === undefined
    ? (stored as Reply<typeof uploadFile>).files
    : [stored as Reply<typeof uploadProviderFile>];
}

const failToLoad = () => {
  throw networkError;
};
/** Idempotency keys of resumable uploads. */
const large = new Set<string>();

/** Loads the code for resumable uploads with the first large file. */
async function sendLarge(upload: Upload): Promise<StoredFile[]> {
  large.add(upload.idempotencyKey);
  const { sendInParts } = await import('./largeUploads.ts').catch(failToLoad);
  return sendInParts(upload);
}

/**
 * Uploads one file; a large one resumes an earlier attempt. Rejects with an ApiError, or with an
 * AbortError after `signal`.
 */
export async function sendUpload(upload: Upload): Promise<StoredFile> {
  const isLarge = upload.file.size > fileLimits.resumableFromBytes;
  const send = isLarge && upload.account === undefined ? sendLarge : sendWhole;
  const [stored] = await uploads
    .run(() => transfers.run(() => send(upload)))
    .catch((error: unknown) => {
      // another user is logged in
      throw isAbort(error) && !upload.signal.aborted ? toApiError(401, undefined) : error;
    });
  if (!stored) throw toApiError(500, undefined);
  return stored;
}

/** Deletes the parts of an upload on the server, which otherwise expire after a day. */
export async function cancelUpload(idempotencyKey: string): Promise<void> {
  if (!large.delete(idempotencyKey)) return;
  const { cancelInParts } = await import('./largeUploads.ts');
  await cancelInParts(idempotencyKey);
}

/** Returns the bytes of a streamed response; rejects with an ApiError. */
export async function fetchBytes(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, string> = {},
  account?: string,
): Promise<Blob> {
  const address = buildUrl({ endpoint, params, query });
  const outcome = await transfers.run(() =>
    call(endpoint, async (headers) => {
      const learnTime = startExchange();
      const response = await fetch(address, {
        headers: { ...headers, ...toAccountHeader(account) },
      });
      learnTime(response.headers);
      return {
        status: response.status,
        body: response.ok ? await response.blob() : parsed(await response.text()),
      };
    }),
  );
  return getData(outcome) as Blob;
}

/** Loads a thumbnail; undefined if there is none. */
export async function fetchThumbnail(id: string, workflowKey?: string): Promise<Blob | undefined> {
  return fetchBytes(
    getThumbnail,
    { id },
    { resultType: 'Stream', ...forTask(workflowKey).query },
  ).catch((error: unknown) => {
    if (hasReason(error, 'notFound')) return undefined;
    throw error;
  });
}

/** Loads a file with the session's token and saves it to disk. */
export async function saveFile(id: string, fileName: string, workflowKey?: string): Promise<void> {
  saveBytes(
    await fetchBytes(downloadFile, { id }, { resultType: 'Stream', ...forTask(workflowKey).query }),
    fileName,
  );
}

/** Deletes an uploaded file that no answer refers to. */
export async function deleteUploadedFile(id: string, workflowKey?: string): Promise<void> {
  getData(await callJson({ endpoint: deleteUpload, params: { id }, ...forTask(workflowKey) }));
}
