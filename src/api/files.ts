import { deleteUpload, downloadFile, getThumbnail, uploadFile, type StoredFile } from '#schemas/files.ts';
import type { Endpoint } from '#schemas/endpoint.ts';
import { apiError, networkError } from './errors.ts';
import { addressOf, headersFor, renewFormSession } from './baseQuery.ts';

/** Files do not go through RTK Query: bytes are no state, and only XMLHttpRequest tells how much of an upload is sent. */

type Upload = {
  file: File;
  /** Extra fields of the multipart body, e.g. ElementId. */
  fields: Record<string, string>;
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function attempt({ file, fields, idempotencyKey, onProgress, signal }: Upload): Promise<StoredFile> {
  const headers = await headersFor(uploadFile, idempotencyKey).catch(() => { throw networkError; });
  const body = new FormData();
  body.set('Name', file.name);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('File', file); // last: the server reads the fields before the bytes

  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open('POST', `/api${uploadFile.path}`);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
    xhr.onload = () => {
      const answer = parse(xhr.responseText);
      const stored = (answer as { files?: StoredFile[] } | undefined)?.files?.[0];
      if (xhr.status === 200 && stored) resolve(stored);
      else reject(apiError(xhr.status, answer));
    };
    xhr.onerror = () => reject(networkError);
    xhr.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else xhr.send(body);
  });
}

const hasExpired = (error: unknown): boolean => typeof error === 'object' && error !== null && 'isAuthenticationError' in error && error.isAuthenticationError === true;

/** Uploads one file; rejects with an ApiError, or with an AbortError after `signal`. */
export async function sendUpload(upload: Upload): Promise<StoredFile> {
  return attempt(upload).catch(async (error: unknown) => {
    if (hasExpired(error) && (await renewFormSession())) return attempt(upload);
    throw error;
  });
}

async function fetchBytes(endpoint: Endpoint, id: string): Promise<Blob | undefined> {
  const address = () => `/api${addressOf({ endpoint, params: { id }, query: { resultType: 'Stream' } })}`;
  const get = async () => fetch(address(), { headers: await headersFor(endpoint) });
  let response = await get();
  if (response.status === 401 && (await renewFormSession())) response = await get();
  if (response.status === 404) return undefined;
  if (!response.ok) throw apiError(response.status, await response.json().catch(() => undefined));
  return response.blob();
}

export const fetchThumbnail = (id: string): Promise<Blob | undefined> => fetchBytes(getThumbnail, id);

/** Fetches a file with the session's token and hands it to the browser to save. */
export async function saveFile(id: string, fileName: string): Promise<void> {
  const blob = await fetchBytes(downloadFile, id).catch(() => { throw networkError; });
  if (!blob) throw apiError(404, undefined);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function takeBackUpload(id: string): Promise<void> {
  await fetch(`/api${addressOf({ endpoint: deleteUpload, params: { id } })}`, { method: deleteUpload.method, headers: await headersFor(deleteUpload) });
}
