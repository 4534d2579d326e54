import type { StoredFile } from '#schemas/files/files.ts';
import type { FieldKey } from '#src/engine/core/answers/rowKeys.ts';
import { defineService } from './services.ts';

/** Error of an upload that was rejected. The message is for the user, in the user's language. */
export class UploadRefused extends Error {
  /**
   * `retry` is `onRequest` after a server error, where a retry may help. It is `whenOnline` after a
   * network error.
   */
  constructor(
    message: string,
    readonly retry: 'never' | 'onRequest' | 'whenOnline',
  ) {
    super(message);
  }
}

export type UploadOptions = {
  elementId: string;
  /** Created once per file, so that a retry stores the file once. */
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

/** Uploads and deletes the files of answers. */
export type Uploads = {
  /** Rejects with UploadRefused, or with an AbortError after `signal`. */
  uploadFile(file: File, options: UploadOptions): Promise<StoredFile>;
  removeUpload(fileuploadId: string): Promise<void>;
  /** Deletes the uploaded parts of an unfinished upload. */
  cancelUpload(idempotencyKey: string): Promise<void>;
  /** Returns the thumbnail of an upload; undefined without one. */
  loadThumbnail(fileuploadId: string): Promise<Blob | undefined>;
};

export const uploads = defineService<Uploads>('uploads');

/** A pending upload and the field that gets its file. */
export type UnfinishedUpload = { key: string; place: FieldKey; file: File };

/** Stores pending uploads on this device, so that they resume after a reload. */
export type UnfinishedUploads = {
  /** true if uploads may finish after the submission; the host finishes them. */
  canFinishAfterSubmit?: boolean;
  /** Receives the order of the files: their keys, and their upload ids once uploaded. */
  arrange?(ids: readonly string[]): void;
  keep(upload: UnfinishedUpload): Promise<void>;
  drop(key: string): Promise<void>;
  /** Pending uploads of an earlier visit. */
  list(): Promise<UnfinishedUpload[]>;
  /** Runs `work` unless another tab holds the upload; returns true if it ran. */
  hold(key: string, work: () => Promise<void>): Promise<boolean>;
};

/** Provided only where drafts are stored. */
export const unfinishedUploads = defineService<UnfinishedUploads>('unfinishedUploads');
