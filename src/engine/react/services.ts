import type { StoredFile } from '#schemas/files.ts';

/** An upload that will not happen. The message is for the user, in the user's language. */
export class UploadRefused extends Error {
  constructor(message: string, /** Trying again may help: the network broke, not the file. */ readonly canRetry: boolean) {
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

/** What a form needs of the world around it. The page that shows the form provides it. */
export type EngineServices = {
  /** Rejects with UploadRefused, or with an AbortError after `signal`. */
  uploadFile(file: File, options: UploadOptions): Promise<StoredFile>;
  removeUpload(fileuploadId: string): Promise<void>;
  /** A small picture of an upload; undefined when there is none. */
  loadThumbnail(fileuploadId: string): Promise<Blob | undefined>;
};
