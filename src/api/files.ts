import Bottleneck from 'bottleneck/light.js';
import {
  deleteUpload,
  downloadFile,
  getThumbnail,
  uploadFile,
  type StoredFile,
} from '#schemas/files.ts';
import type { Endpoint } from '#schemas/endpoint.ts';
import { limits } from '#schemas/limits.ts';
import { addressOf, call, callJson, parsed } from './call.ts';
import { asUser } from './callAs.ts';
import { apiError, failedWith, networkError } from './errors.ts';
import { forTask } from './forTask.ts';
import type { Transport } from './request.ts';
import { dataOf, isAbort } from './send.ts';

/** Files do not go through RTK Query: bytes are no state, and only XMLHttpRequest tells how much of an upload is sent. */
export type Upload = {
  file: File;
  /** Extra fields of the multipart body, e.g. ElementId. */
  fields: Record<string, string>;
  /** Of the task that is answered with it. */
  workflowKey?: string | undefined;
  /** In whose name alone it may go up. */
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
        addressOf({ endpoint: uploadFile, ...forTask(upload.workflowKey) }),
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

/** Uploads take long; a few of the queue's places stay free for everything else. */
const uploads = new Bottleneck({ maxConcurrent: limits.client.concurrentUploads });

const sendWhole = async (upload: Upload): Promise<StoredFile[]> =>
  (
    dataOf(
      await call(uploadFile, asUser(upload.userId, sending(upload)), upload.idempotencyKey),
    ) as { files: StoredFile[] }
  ).files;

const notLoaded = () => {
  throw networkError;
};
/** Keys of what comes in parts. */
const large = new Set<string>();

/** By code that is loaded with the first large file: few visitors have one. */
async function sendLarge(upload: Upload): Promise<StoredFile[]> {
  large.add(upload.idempotencyKey);
  const { sendInParts } = await import('./largeUploads.ts').catch(notLoaded);
  return sendInParts(upload);
}

/** Uploads one file, a large one from where an earlier try broke off; rejects with an ApiError, or with an AbortError after `signal`. */
export async function sendUpload(upload: Upload): Promise<StoredFile> {
  const send = upload.file.size > limits.file.resumableFromBytes ? sendLarge : sendWhole;
  const [stored] = await uploads
    .schedule(() => send(upload))
    .catch((error: unknown) => {
      throw isAbort(error) && !upload.signal.aborted ? apiError(401, undefined) : error; // somebody else is logged in
    });
  if (!stored) throw apiError(500, undefined);
  return stored;
}

/** Tells the server that nothing more will come of an upload; without it, what has arrived goes after a day. */
export async function cancelUpload(idempotencyKey: string): Promise<void> {
  if (!large.delete(idempotencyKey)) return;
  const { cancelInParts } = await import('./largeUploads.ts');
  await cancelInParts(idempotencyKey);
}

/** What a call answers that streams; rejects with an ApiError. */
export async function fetchBytes(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, string> = {},
): Promise<Blob> {
  const address = addressOf({ endpoint, params, query });
  const outcome = await call(endpoint, async (headers) => {
    const response = await fetch(address, { headers });
    return {
      status: response.status,
      body: response.ok ? await response.blob() : parsed(await response.text()),
    };
  });
  return dataOf(outcome) as Blob;
}

/** A small picture of a file; undefined when there is none. */
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

/** Fetches a file with the session's token and hands it to the browser to save. */
export async function saveFile(id: string, fileName: string, workflowKey?: string): Promise<void> {
  saveBytes(
    await fetchBytes(downloadFile, { id }, { resultType: 'Stream', ...forTask(workflowKey).query }),
    fileName,
  );
}

/** Hands bytes to the browser to save. */
export function saveBytes(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Takes an upload back that no answer names any more. */
export async function takeBackUpload(id: string, workflowKey?: string): Promise<void> {
  dataOf(await callJson({ endpoint: deleteUpload, params: { id }, ...forTask(workflowKey) }));
}
