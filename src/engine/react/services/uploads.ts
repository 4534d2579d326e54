import type { StoredFile } from '#schemas/files/files.ts';
import type { FieldKey } from '#src/engine/core/answers/rowKeys.ts';
import { defineService } from './services.ts';

/** An upload that will not happen. The message is for the user, in the user's language. */
export class UploadRefused extends Error {
  /**
   * `retry`: trying again may help when the server failed, and will when only the network was away.
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
  /** Made once per file, so that a repeat never stores it twice. */
  idempotencyKey: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

/** Sends the files that elements are answered with. */
export type Uploads = {
  /** Rejects with UploadRefused, or with an AbortError after `signal`. */
  uploadFile(file: File, options: UploadOptions): Promise<StoredFile>;
  removeUpload(fileuploadId: string): Promise<void>;
  /** Gives up what has arrived of an upload. */
  cancelUpload(idempotencyKey: string): Promise<void>;
  /** A small picture of an upload; undefined when there is none. */
  loadThumbnail(fileuploadId: string): Promise<Blob | undefined>;
};

export const uploads = defineService<Uploads>('uploads');

/** A file on its way, and where it is to end. */
export type UnfinishedUpload = { key: string; place: FieldKey; file: File };

/** Stores pending uploads on this device, so that they resume after a reload. */
export type UnfinishedUploads = {
  /** true when the form may be sent before its uploads finish; the host uploads the rest. */
  areSentAlong?: boolean;
  /** Receives the order of the files: their keys, and their upload ids once uploaded. */
  arrange?(ids: readonly string[]): void;
  keep(upload: UnfinishedUpload): Promise<void>;
  drop(key: string): Promise<void>;
  /** Pending uploads of an earlier visit. */
  list(): Promise<UnfinishedUpload[]>;
  /** Does the work unless another tab is at it; answers whether it did. */
  hold(key: string, work: () => Promise<void>): Promise<boolean>;
};

/** Only where drafts are kept. */
export const unfinishedUploads = defineService<UnfinishedUploads>('unfinishedUploads');
