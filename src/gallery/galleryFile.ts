import { fetchFile, fetchPreview } from '#src/api/files/fileViews.ts';

export type GalleryFile = {
  /** Id of the upload, or of a queued file. */
  id: string;
  name: string;
  /** lower case, without the dot */
  extension: string;
  /** bytes */
  size?: number | undefined;
  /** False if the server could not draw one. */
  hasThumbnail?: boolean;
  /** More about the file, e.g. its date and sender. */
  about?: string;
  /** The task that the file answers. */
  workflowKey?: string;
  /** The server has none: the file's message is unread. */
  hasNoThumbnail?: boolean;
  /** A file picked on this device, which needs no download. */
  local?: File;
};

/** Loads the bytes to draw a file from; rejects with an ApiError. */
export const loadBytes = (
  { id, local, workflowKey }: GalleryFile,
  way: 'preview' | 'whole',
): Promise<Blob> =>
  local
    ? Promise.resolve(local)
    : way === 'preview'
      ? fetchPreview(id, workflowKey)
      : fetchFile(id, workflowKey);

/** Returns the file to show after a removal: the next one, else the last. */
export function afterRemoval(
  files: readonly GalleryFile[],
  removedId: string,
): GalleryFile | undefined {
  const at = files.findIndex(({ id }) => id === removedId);
  const rest = files.filter(({ id }) => id !== removedId);
  return rest[Math.min(Math.max(at, 0), rest.length - 1)];
}
