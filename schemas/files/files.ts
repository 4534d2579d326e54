import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint, officeRoles } from '#schemas/platform/endpoint.ts';
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

/** A stored file in the provider API. `fileuploadId` is the old name of its `fileId`. */
export const ProviderFile = Type.Object({ fileId: Id, ...StoredFile.properties });

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

/** The bytes of a file in a multipart body. */
const FilePart = Type.String({ format: 'binary' });

const upload = {
  method: 'POST',
  session: ['form', 'unregistered', 'registered'],
  query: Type.Object(ofTask),
  accepts: 'multipart',
  fields: Type.Object({
    ElementId: Type.Optional(
      Type.String({ description: 'For answers of a form: the element. Comes before `File`.' }),
    ),
    Name: Type.Optional(
      Type.String({ description: 'Name of the file; by default that of the part.' }),
    ),
    File: FilePart,
  }),
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
    'notFound',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.uploadsPerMinute,
} as const;

export const uploadFile = endpoint({
  ...upload,
  path: '/v2.0/files/upload',
  summary:
    'Uploads one file. Multipart: `File`, `Name` (its name, default: that of the part), ' +
    '`ElementId` (form answers, before `File`) and other fields. A retry with the same ' +
    'Idempotency-Key returns the first response.',
  takesIdempotencyKey: true,
});

export const uploadAccountFile = endpoint({
  ...upload,
  path: '/v2.0/e.consult.:acc/files/upload',
  summary:
    'Uploads one file for use in this account, which it counts against. Otherwise as ' +
    '`files/upload`.',
  params: Type.Object({ acc: Id }),
  takesIdempotencyKey: true,
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/download/:id',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Downloads a file, or a range of it, as an attachment.',
  params: FileParams,
  query: StreamQuery,
  answers: 'file',
  reply: Type.Unknown(),
  errors: ['notFound', 'rangeNotSatisfiable'],
});

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/files/thumbnail/:id',
  session: ['form', 'unregistered', 'registered'],
  summary:
    'Returns a thumbnail of the file; of a PDF its first page. 404 without one, 503 while too ' +
    'many are being drawn.',
  params: FileParams,
  query: StreamQuery,
  answers: 'jpeg',
  reply: Type.Unknown(),
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
  callsPerMinute: callLimits.thumbnailsPerMinute,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/v2.0/files/upload/:id',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Deletes an upload that nothing refers to yet.',
  params: FileParams,
  query: Type.Object(ofTask),
  reply: Type.Object({ deleted: Type.Boolean() }),
  errors: ['notFound'],
});

export const getUploadInfo = endpoint({
  method: 'GET',
  path: '/files/upload/info',
  session: ['public'],
  summary: 'Returns the accepted file types and sizes.',
  reply: PublicFileInfo,
  errors: ['tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

// Provider API.

export const uploadProviderFile = endpoint({
  method: 'POST',
  path: '/provider/v1/files',
  session: ['provider'],
  scopes: ['forms', 'cases', 'settings'],
  staff: officeRoles,
  summary: 'Uploads a file to attach to forms and messages.',
  accepts: 'multipart',
  fields: Type.Object({ File: FilePart }),
  reply: ProviderFile,
  errors: ['fileExtensionNotAllowed', 'emptyFile', 'fileTooLarge', 'virusFound', 'tooManyRequests'],
  callsPerMinute: callLimits.uploadsPerMinute,
  takesIdempotencyKey: true,
});
