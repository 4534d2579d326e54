import type { Instant } from './columns.ts';

export type FileRow = {
  id: string;
  /** uploader: `workflow:<key>`, `user:<id>`, `user:<id>:<accountId>` or `account:<id>` */
  owner: string;
  elementId: string | null;
  name: string;
  /** in small letters, for finding: not every database knows umlauts */
  nameKey: string;
  extension: string;
  size: number;
  sha256: string;
  blobKey: string;
  idempotencyKey: string | null;
  /** null until the form is submitted */
  submissionId: string | null;
  createdAt: Instant;
};

/** A preview picture of a file, or its failed attempts. */
export type PreviewRow = {
  fileId: string;
  kind: 'thumbnail' | 'preview';
  /** null: rendering failed */
  blobKey: string | null;
  tries: number;
  /** time of the next try; null: never */
  retryAt: Instant | null;
};

/** A resumable upload of a large file. */
export type UploadRow = {
  id: string;
  /** as in `FileRow` */
  owner: string;
  elementId: string | null;
  name: string;
  size: number;
  /** bytes stored so far */
  received: number;
  idempotencyKey: string | null;
  /** the resulting file; null until the upload is complete and checked */
  fileId: string | null;
  createdAt: Instant;
  /** when the last bytes arrived */
  lastUsedAt: Instant;
};

/** A part of an upload, from byte `start` on. */
export type UploadPartRow = { uploadId: string; start: number; blobKey: string };
