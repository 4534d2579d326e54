import { Upload as TusUpload, type DetailedError } from 'tus-js-client';
import type { StoredFile } from '#schemas/files/files.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  finishUpload,
  getUploadOffset,
} from '#schemas/files/resumableUploads.ts';
import { buildUrl, call, json, parsed } from '#src/api/client/call.ts';
import { asUser } from '#src/api/client/callAs.ts';
import { toApiError } from '#src/api/client/errors.ts';
import type { Upload } from './files.ts';
import { forTask } from './forTask.ts';
import type { Transport } from '#src/api/client/request.ts';
import { getData } from '#src/api/client/sendWithRetries.ts';
import { startExchange } from '#src/device/serverClock.ts';

/** Uploads of this page by Idempotency-Key, so that they can be cancelled. */
const begun = new Map<string, { id: string; workflowKey: string | undefined }>();

const protocol = { 'Tus-Resumable': '1.0.0' };
const inBase64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Starts or finds an upload: the same Idempotency-Key is the same upload. */
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
    const learnTime = startExchange();
    const response = await fetch(buildUrl({ endpoint: beginUpload, ...forTask(workflowKey) }), {
      method: beginUpload.method,
      signal,
      headers: {
        ...headers,
        ...protocol,
        'Upload-Length': String(file.size),
        'Upload-Metadata': named.join(','),
      },
    });
    learnTime(response.headers);
    return {
      status: response.status,
      body: response.ok ? response.headers.get('location') : parsed(await response.text()),
    };
  };
  const id = String(getData(await call(beginUpload, asUser(userId, announcing), idempotencyKey)))
    .split('?')[0]
    ?.split('/')
    .at(-1);
  if (!id) throw toApiError(500, undefined);
  begun.set(idempotencyKey, { id, workflowKey });
  return id;
}

const getResponse = (error: Error) => (error as DetailedError).originalResponse ?? undefined;

/** Reads the offset and sends the missing parts. Retries if another call has moved the offset. */
const sending =
  (id: string, { file, workflowKey, onProgress, signal }: Upload): Transport =>
  (headers) =>
    new Promise((resolve, reject) => {
      const upload = new TusUpload(file, {
        uploadUrl: buildUrl({
          endpoint: getUploadOffset,
          params: { id },
          ...forTask(workflowKey),
        }),
        headers,
        chunkSize: fileLimits.partBytes,
        storeFingerprintForResuming: false,
        retryDelays: [clientLimits.retryOtherDelayMs, clientLimits.retryNotReadyDelayMs],
        onShouldRetry: (error) => getResponse(error)?.getStatus() === 409,
        onProgress,
        onSuccess: () => resolve({ status: 200, body: undefined }),
        onError: (error) => {
          const response = getResponse(error);
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

/** Uploads a large file and resumes an earlier attempt; rejects like `sendUpload`. */
export async function sendInParts(upload: Upload): Promise<StoredFile[]> {
  const id = await begin(upload);
  getData(await call(continueUpload, asUser(upload.userId, sending(id, upload))));
  upload.signal.throwIfAborted();
  const { files } = getData(
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
      buildUrl({ endpoint: cancelUpload, params: { id }, ...forTask(workflowKey) }),
      { method: cancelUpload.method, headers: { ...headers, ...protocol } },
    );
    return { status: ok ? 200 : status, body: undefined };
  };
  getData(await call(cancelUpload, giving));
}
