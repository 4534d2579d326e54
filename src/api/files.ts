import Bottleneck from 'bottleneck/light.js';
import { deleteUpload, downloadFile, getThumbnail, uploadFile, type StoredFile } from '#schemas/files.ts';
import type { Endpoint } from '#schemas/endpoint.ts';
import { limits } from '#schemas/limits.ts';
import { addressOf, call, callJson } from './call.ts';
import { apiError, failedWith } from './errors.ts';
import type { Transport } from './request.ts';
import type { Outcome } from './send.ts';

/** Files do not go through RTK Query: bytes are no state, and only XMLHttpRequest tells how much of an upload is sent. */
type Upload = {
  file: File;
  /** Extra fields of the multipart body, e.g. ElementId. */
  fields: Record<string, string>;
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

function dataOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error; // an ApiError, as RTK Query rejects with
  return outcome.data;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function multipart({ file, fields }: Upload): FormData {
  const body = new FormData();
  body.set('Name', file.name);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('File', file); // last: the server reads the fields before the bytes
  return body;
}

const sending = (upload: Upload): Transport => (headers) => new Promise((resolve, reject) => {
  const { onProgress, signal } = upload;
  const xhr = new XMLHttpRequest();
  const abort = () => xhr.abort();
  const cancelled = () => reject(new DOMException('Upload cancelled', 'AbortError'));
  if (signal.aborted) return cancelled();
  xhr.open(uploadFile.method, addressOf({ endpoint: uploadFile }));
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
  xhr.onload = () => resolve({ status: xhr.status, body: parse(xhr.responseText) });
  xhr.onerror = () => reject(new TypeError('No answer'));
  xhr.onabort = cancelled;
  xhr.onloadend = () => signal.removeEventListener('abort', abort);
  signal.addEventListener('abort', abort);
  xhr.send(multipart(upload));
});

/** Uploads take long; a few of the queue's places stay free for everything else. */
const uploads = new Bottleneck({ maxConcurrent: limits.client.concurrentUploads });

/** Uploads one file; rejects with an ApiError, or with an AbortError after `signal`. */
export async function sendUpload(upload: Upload): Promise<StoredFile> {
  const outcome = await uploads.schedule(() => call(uploadFile, sending(upload), upload.idempotencyKey));
  const [stored] = (dataOf(outcome) as { files: StoredFile[] }).files;
  if (!stored) throw apiError(500, undefined);
  return stored;
}

/** What a call answers that streams; rejects with an ApiError. */
export async function fetchBytes(endpoint: Endpoint, params: Record<string, string>, query: Record<string, string> = {}): Promise<Blob> {
  const address = addressOf({ endpoint, params, query });
  const outcome = await call(endpoint, async (headers) => {
    const response = await fetch(address, { headers });
    return { status: response.status, body: response.ok ? await response.blob() : parse(await response.text()) };
  });
  return dataOf(outcome) as Blob;
}

/** A small picture of a file; undefined when there is none. */
export async function fetchThumbnail(id: string): Promise<Blob | undefined> {
  return fetchBytes(getThumbnail, { id }, { resultType: 'Stream' }).catch((error: unknown) => {
    if (failedWith(error, 'notFound')) return undefined;
    throw error;
  });
}

/** Fetches a file with the session's token and hands it to the browser to save. */
export async function saveFile(id: string, fileName: string): Promise<void> {
  const blob = await fetchBytes(downloadFile, { id }, { resultType: 'Stream' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Takes an upload back that no answer names any more. */
export async function takeBackUpload(id: string): Promise<void> {
  dataOf(await callJson({ endpoint: deleteUpload, params: { id } }));
}
