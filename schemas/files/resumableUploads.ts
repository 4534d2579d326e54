import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { ofTask, StoredFile } from './files.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/*
 * Large files over the tus protocol 1.0.0 (tus.io) with creation, expiration and termination:
 * begin, ask for the offset, send the next part. `finish` turns the upload into a file.
 * Separate from `files.ts`, because the browser loads this with the first large file.
 */
const UploadParams = Type.Object({ id: Id });

export const beginUpload = endpoint({
  method: 'POST',
  path: '/v2.0/files/resumable',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Starts a large upload (tus) with `Upload-Length` and `Upload-Metadata`: `filename` and, for ' +
    'form answers, `ElementId`. Returns its address in `Location`. A retry with the same ' +
    'Idempotency-Key returns the first response.',
  query: Type.Object(ofTask),
  answers: 'headers',
  reply: Type.Unknown(),
  errors: [
    'fileExtensionNotAllowed',
    'emptyFile',
    'uploadLimit',
    'fileTooLarge',
    'alreadySubmitted',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.uploadsPerMinute,
  takesIdempotencyKey: true,
});

export const getUploadOffset = endpoint({
  method: 'HEAD',
  path: '/v2.0/files/resumable/:id',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Returns how much of an upload has arrived (tus): `Upload-Offset`, `Upload-Length`, ' +
    '`Upload-Expires`.',
  params: UploadParams,
  query: Type.Object(ofTask),
  answers: 'headers',
  reply: Type.Unknown(),
  errors: ['notFound', 'uploadExpired'],
});

export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/v2.0/files/resumable/:id',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Appends bytes to an upload from `Upload-Offset` on (tus). Bytes that arrived count even if ' +
    'the connection breaks.',
  params: UploadParams,
  query: Type.Object(ofTask),
  accepts: 'part',
  answers: 'headers',
  reply: Type.Unknown(),
  errors: ['notFound', 'uploadExpired', 'conflict', 'requestTooLarge', 'tooManyRequests'],
  callsPerMinute: callLimits.partsPerMinute,
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/v2.0/files/resumable/:id',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Cancels an upload and deletes the bytes that have arrived (tus).',
  params: UploadParams,
  query: Type.Object(ofTask),
  answers: 'headers',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const finishUpload = endpoint({
  method: 'POST',
  path: '/v2.0/files/resumable/:id/finish',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Makes a complete upload a file: scans and checks it, and responds like `files/upload`. A ' +
    'retry with the same Idempotency-Key returns the first response.',
  params: UploadParams,
  query: Type.Object(ofTask),
  reply: Type.Object({ files: Type.Array(StoredFile) }),
  errors: [
    'notFound',
    'uploadExpired',
    'conflict',
    'contentNotAllowed',
    'uploadLimit',
    'virusFound',
    'notScannable',
    'unavailable',
    'alreadySubmitted',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.uploadsPerMinute,
});
