import type { StoredFile } from '#schemas/files.ts';
import type { Place } from '#src/engine/core/answerStore.ts';
import { defineService } from './services.ts';

/** An upload that will not happen. The message is for the user, in the user's language. */
export class UploadRefused extends Error {
  /** `retry`: trying again may help when the server failed, and will when only the network was away. */
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
export type UnfinishedUpload = { key: string; place: Place; file: File };

/** Keeps files on their way on this device, so that they go on after a reload. */
export type UnfinishedUploads = {
  /** The form may be sent before its files have arrived: whoever takes it brings them there. */
  areSentAlong?: boolean;
  /** Told how the files follow each other: each by its key, and by the id of its upload once it has arrived. */
  arrange?(ids: readonly string[]): void;
  keep(upload: UnfinishedUpload): Promise<void>;
  drop(key: string): Promise<void>;
  /** What an earlier visit has left. */
  list(): Promise<UnfinishedUpload[]>;
  /** Does the work unless another tab is at it; answers whether it did. */
  hold(key: string, work: () => Promise<void>): Promise<boolean>;
};

/** Only where drafts are kept. */
export const unfinishedUploads = defineService<UnfinishedUploads>('unfinishedUploads');
