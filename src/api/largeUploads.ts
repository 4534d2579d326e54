import { Upload as TusUpload, type DetailedError } from 'tus-js-client';
import type { StoredFile } from '#schemas/files.ts';
import { limits } from '#schemas/limits.ts';
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  finishUpload,
  getUploadOffset,
} from '#schemas/resumableUploads.ts';
import { addressOf, call, json, parsed } from './call.ts';
import { asUser } from './callAs.ts';
import { apiError } from './errors.ts';
import type { Upload } from './files.ts';
import { forTask } from './forTask.ts';
import type { Transport } from './request.ts';
import { dataOf } from './send.ts';

/** Of this page, so that they can be given up: the key of the user's action -> the server's name. */
const begun = new Map<string, { id: string; workflowKey: string | undefined }>();

const protocol = { 'Tus-Resumable': '1.0.0' };
const inBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Under the same key it is the same upload, however far it was: nobody needs to remember its name. */
async function begin({
  file,
  fields,
  workflowKey,
  userId,
  idempotencyKey,
  signal,
}: Upload): Promise<string> {
  const named = Object.entries({ filename: file.name, ...fields }).map(
    ([name, value]) => `${name} ${inBase64(value)}`,
  );
  const announcing: Transport = async (headers) => {
    const response = await fetch(addressOf({ endpoint: beginUpload, ...forTask(workflowKey) }), {
      method: beginUpload.method,
      signal,
      headers: {
        ...headers,
        ...protocol,
        'Upload-Length': String(file.size),
        'Upload-Metadata': named.join(','),
      },
    });
    return {
      status: response.status,
      body: response.ok ? response.headers.get('location') : parsed(await response.text()),
    };
  };
  const id = String(dataOf(await call(beginUpload, asUser(userId, announcing), idempotencyKey)))
    .split('?')[0]
    ?.split('/')
    .at(-1);
  if (!id) throw apiError(500, undefined);
  begun.set(idempotencyKey, { id, workflowKey });
  return id;
}

const responseOf = (error: Error) => (error as DetailedError).originalResponse ?? undefined;

/** Asks how far the upload is and sends what is missing, part by part. One that another call has moved on is asked again. */
const sending =
  (id: string, { file, workflowKey, onProgress, signal }: Upload): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const upload = new TusUpload(file, {
        uploadUrl: addressOf({
          endpoint: getUploadOffset,
          params: { id },
          ...forTask(workflowKey),
        }),
        headers,
        chunkSize: limits.file.partBytes,
        storeFingerprintForResuming: false,
        retryDelays: [limits.client.retryOtherDelayMs, limits.client.retryNotReadyDelayMs],
        onShouldRetry: (error) => responseOf(error)?.getStatus() === 409,
        onProgress,
        onSuccess: () => resolve({ status: 200, body: undefined }),
        onError: (error) => {
          const response = responseOf(error);
          if (response) resolve({ status: response.getStatus(), body: parsed(response.getBody()) });
          else reject(error);
        },
      });
      const abort = () => {
        void upload.abort();
        reject(new DOMException('Upload cancelled', 'AbortError'));
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      upload.start();
    });

/** Uploads a large file from where an earlier try broke off; rejects as `sendUpload` does. */
export async function sendInParts(upload: Upload): Promise<StoredFile[]> {
  const id = await begin(upload);
  dataOf(await call(continueUpload, asUser(upload.userId, sending(id, upload))));
  upload.signal.throwIfAborted();
  const { files } = dataOf(
    await call(
      finishUpload,
      asUser(
        upload.userId,
        json({ endpoint: finishUpload, params: { id }, ...forTask(upload.workflowKey) }),
      ),
    ),
  ) as { files: StoredFile[] };
  begun.delete(upload.idempotencyKey);
  return files;
}

export async function cancelInParts(idempotencyKey: string): Promise<void> {
  const upload = begun.get(idempotencyKey);
  if (!upload || !begun.delete(idempotencyKey)) return;
  const { id, workflowKey } = upload;
  const giving: Transport = async (headers) => {
    const { ok, status } = await fetch(
      addressOf({ endpoint: cancelUpload, params: { id }, ...forTask(workflowKey) }),
      { method: cancelUpload.method, headers: { ...headers, ...protocol } },
    );
    return { status: ok ? 200 : status, body: undefined };
  };
  dataOf(await call(cancelUpload, giving));
}
