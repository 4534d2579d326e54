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
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Begins a large upload (tus). `Upload-Length`; `Upload-Metadata` with `filename` and, ' +
    'for form answers, `ElementId`. `Location` names it. A repeated Idempotency-Key answers ' +
    'the first one.',
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
});

export const getUploadOffset = endpoint({
  method: 'HEAD',
  path: '/v2.0/files/resumable/:id',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'How much of an upload has arrived (tus): `Upload-Offset`, `Upload-Length`, `Upload-Expires`.',
  params: UploadParams,
  query: Type.Object(ofTask),
  answers: 'headers',
  reply: Type.Unknown(),
  errors: ['notFound', 'uploadExpired'],
});

export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/v2.0/files/resumable/:id',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Bytes of an upload from `Upload-Offset` on (tus). What has arrived counts, also where ' +
    'the connection breaks off.',
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
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Gives an upload up and removes what has arrived of it (tus).',
  params: UploadParams,
  query: Type.Object(ofTask),
  answers: 'headers',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const finishUpload = endpoint({
  method: 'POST',
  path: '/v2.0/files/resumable/:id/finish',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Makes an upload that has arrived in full a file: scanned and checked, answered like ' +
    '`files/upload`. A repeat answers the first result.',
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
