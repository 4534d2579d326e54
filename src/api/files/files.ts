import pLimit from 'p-limit';
import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  uploadFile,
  type StoredFile,
} from '#schemas/files/files.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { buildUrl, call, callJson, parsed } from '#src/api/client/call.ts';
import { asUser } from '#src/api/client/callAs.ts';
import { toApiError, failedWith, networkError } from '#src/api/client/errors.ts';
import { forTask } from './forTask.ts';
import type { Transport } from '#src/api/client/request.ts';
import { getData, isAbort } from '#src/api/client/sendWithRetries.ts';

/** Files bypass RTK Query: bytes are no state, and only XMLHttpRequest reports upload progress. */
export type Upload = {
  file: File;
  /** Extra fields of the multipart body, e.g. ElementId. */
  fields: Record<string, string>;
  /** The task that the file answers. */
  workflowKey?: string | undefined;
  /** The upload fails if another user is logged in. */
  userId?: string;
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

function multipart({ file, fields }: Upload): FormData {
  const body = new FormData();
  body.set('Name', file.name);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('File', file); // last: the server reads the fields before the bytes
  return body;
}

const sending =
  (upload: Upload): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const { onProgress, signal } = upload;
      const xhr = new XMLHttpRequest();
      const abort = () => xhr.abort();
      const cancelled = () => reject(new DOMException('Upload cancelled', 'AbortError'));
      if (signal.aborted) return cancelled();
      xhr.open(
        uploadFile.method,
        buildUrl({ endpoint: uploadFile, ...forTask(upload.workflowKey) }),
      );
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
      xhr.onload = () => resolve({ status: xhr.status, body: parsed(xhr.responseText) });
      xhr.onerror = () => reject(new TypeError('No answer'));
      xhr.onabort = cancelled;
      xhr.onloadend = () => signal.removeEventListener('abort', abort);
      signal.addEventListener('abort', abort);
      xhr.send(multipart(upload));
    });

/** Uploads are slow; the other connections stay free for calls. */
const runUpload = pLimit(clientLimits.concurrentUploads);

const sendWhole = async (upload: Upload): Promise<StoredFile[]> =>
  (
    getData(
      await call(uploadFile, asUser(upload.userId, sending(upload)), upload.idempotencyKey),
    ) as { files: StoredFile[] }
  ).files;

const notLoaded = () => {
  throw networkError;
};
/** Idempotency keys of resumable uploads. */
const large = new Set<string>();

/** Loads the code for resumable uploads with the first large file. */
async function sendLarge(upload: Upload): Promise<StoredFile[]> {
  large.add(upload.idempotencyKey);
  const { sendInParts } = await import('./largeUploads.ts').catch(notLoaded);
  return sendInParts(upload);
}

/**
 * Uploads one file; a large one resumes an earlier attempt. Rejects with an ApiError, or with an
 * AbortError after `signal`.
 */
export async function sendUpload(upload: Upload): Promise<StoredFile> {
  const send = upload.file.size > fileLimits.resumableFromBytes ? sendLarge : sendWhole;
  const [stored] = await runUpload(() => send(upload)).catch((error: unknown) => {
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
): Promise<Blob> {
  const address = buildUrl({ endpoint, params, query });
  const outcome = await call(endpoint, async (headers) => {
    const response = await fetch(address, { headers });
    return {
      status: response.status,
      body: response.ok ? await response.blob() : parsed(await response.text()),
    };
  });
  return getData(outcome) as Blob;
}

/** Loads a thumbnail; undefined if there is none. */
export async function fetchThumbnail(id: string, workflowKey?: string): Promise<Blob | undefined> {
  return fetchBytes(
    getThumbnail,
    { id },
    { resultType: 'Stream', ...forTask(workflowKey).query },
  ).catch((error: unknown) => {
    if (failedWith(error, 'notFound')) return undefined;
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

export function saveBytes(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Deletes an uploaded file that no answer refers to. */
export async function deleteUploadedFile(id: string, workflowKey?: string): Promise<void> {
  getData(await callJson({ endpoint: deleteUpload, params: { id }, ...forTask(workflowKey) }));
}
