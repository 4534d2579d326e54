import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/** A stored file; field names are part of the wire format. */
export const StoredFile = Type.Object({
  fileuploadId: Id,
  fileName: Type.String(),
  fileExtension: Type.String(),
  /** bytes */
  size: Type.Integer(),
  hasThumbnail: Type.Boolean(),
});
export type StoredFile = Type.Static<typeof StoredFile>;

/** Metadata of an upload, sent before the first byte. */
export const PublicFileInfo = Type.Object({
  allowedExtensions: Type.Array(Type.String()),
  /** bytes */
  maxSize: Type.Integer(),
});
export type PublicFileInfo = Type.Static<typeof PublicFileInfo>;

const FileParams = Type.Object({ id: Id });
/** Task whose files the call is about. */
export const ofTask = { workflowKey: Type.Optional(Id) };
const StreamQuery = Type.Object({ resultType: Type.Optional(Type.String()), ...ofTask });

export const uploadFile = endpoint({
  method: 'POST',
  path: '/v2.0/files/upload',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Uploads one file. Multipart: `Name`, `ElementId` (form answers) and any further fields ' +
    'first, then `File`. A repeated Idempotency-Key answers the first result.',
  query: Type.Object(ofTask),
  accepts: 'multipart',
  reply: Type.Object({ files: Type.Array(StoredFile) }),
  errors: [
    'fileExtensionNotAllowed',
    'emptyFile',
    'tooManyFiles',
    'uploadLimit',
    'fileTooLarge',
    'contentNotAllowed',
    'virusFound',
    'notScannable',
    'unavailable',
    'alreadySubmitted',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.uploadsPerMinute,
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/download/:id',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary: 'The bytes of a file, or a range of them, as an attachment.',
  params: FileParams,
  query: StreamQuery,
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound', 'rangeNotSatisfiable'],
});

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/files/thumbnail/:id',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'A small picture of the file, of a PDF its first page; 404 when there is none, 503 while ' +
    'too many others are being drawn.',
  params: FileParams,
  query: StreamQuery,
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
  callsPerMinute: callLimits.thumbnailsPerMinute,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/v2.0/files/upload/:id',
  tag: 'files',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Takes back an upload that nothing refers to yet.',
  params: FileParams,
  query: Type.Object(ofTask),
  reply: Type.Object({ deleted: Type.Boolean() }),
  errors: ['notFound'],
});

export const getUploadInfo = endpoint({
  method: 'GET',
  path: '/files/upload/info',
  tag: 'files',
  session: ['public'],
  summary: 'What may be uploaded.',
  reply: PublicFileInfo,
  errors: ['tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});
