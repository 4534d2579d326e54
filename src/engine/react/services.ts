import type { ReactNode } from 'react';
import type { Language } from '#schemas/common.ts';
import type { Participant } from '#schemas/experts.ts';
import type { StoredFile } from '#schemas/files.ts';
import type { LegalInsurance } from '#schemas/insurances.ts';
import type { TileSet } from '#schemas/tiles.ts';
import type { Place } from '#src/engine/core/answerStore.ts';

/** An upload that will not happen. The message is for the user, in the user's language. */
export class UploadRefused extends Error {
  /** `retry`: trying again may help when the server failed, and will when only the network was away. */
  constructor(message: string, readonly retry: 'never' | 'onRequest' | 'whenOnline') {
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

/** A file on its way, and where it is to end. */
export type UnfinishedUpload = { key: string; place: Place; file: File };

/** Keeps files on their way on this device, so that they go on after a reload. */
export type UnfinishedUploads = {
  keep(upload: UnfinishedUpload): Promise<void>;
  drop(key: string): Promise<void>;
  /** What an earlier visit has left. */
  list(): Promise<UnfinishedUpload[]>;
  /** Does the work unless another tab is at it; answers whether it did. */
  hold(key: string, work: () => Promise<void>): Promise<boolean>;
};

/** What a form needs of the world around it. The page that shows the form provides it. */
export type EngineServices = {
  /** Rejects with UploadRefused, or with an AbortError after `signal`. */
  uploadFile(file: File, options: UploadOptions): Promise<StoredFile>;
  removeUpload(fileuploadId: string): Promise<void>;
  /** Gives up what has arrived of an upload. */
  cancelUpload(idempotencyKey: string): Promise<void>;
  /** Only where drafts are kept. */
  unfinished?: UnfinishedUploads;
  /** A small picture of an upload; undefined when there is none. */
  loadThumbnail(fileuploadId: string): Promise<Blob | undefined>;
  /** Experts who work at a postal code of five digits. */
  findExperts(postalCode: string): Promise<readonly Participant[]>;
  listInsurances(): Promise<readonly LegalInsurance[]>;
  /** What a map may show beneath its pin; null when this installation has no tiles. */
  loadTileSet(): Promise<TileSet | null>;
  /** Whether nobody has this username yet; rejects when nobody can tell. Only where a username is chosen. */
  checkUsername?(username: string): Promise<{ isValid: boolean }>;
  /** What stands in the place of a picture until one is picked, e.g. the present one. */
  pictureBefore?: ReactNode;
  /** Whose picture it is, beside it. */
  pictureOwner?: ReactNode;
  /** Shows the whole portal in another language. Only where it is chosen. */
  showLanguage?(language: Language): void;
};
