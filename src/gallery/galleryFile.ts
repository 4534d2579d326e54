import { fetchFile, fetchPreview } from '#src/api/fileViews.ts';

/** A file as a gallery shows it. */
export type GalleryFile = {
  /** Of an upload, or of what is still on its way. */
  id: string;
  name: string;
  /** lower case, without the dot */
  extension: string;
  /** bytes */
  size: number;
  /** What is said of it besides, e.g. when it came and from whom. */
  about?: string;
  /** Of the task that it is an answer to. */
  workflowKey?: string;
  /** Picked here: nothing has to be loaded. */
  local?: File;
};

/** The bytes to draw a file from; rejects with an ApiError. */
export const bytesOf = (
  { id, local, workflowKey }: GalleryFile,
  way: 'preview' | 'whole',
): Promise<Blob> =>
  local
    ? Promise.resolve(local)
    : way === 'preview'
      ? fetchPreview(id, workflowKey)
      : fetchFile(id, workflowKey);

/** The file to show after one of the list has gone: the one that takes its place, else the last. */
export function afterRemoval(
  files: readonly GalleryFile[],
  removedId: string,
): GalleryFile | undefined {
  const at = files.findIndex(({ id }) => id === removedId);
  const rest = files.filter(({ id }) => id !== removedId);
  return rest[Math.min(Math.max(at, 0), rest.length - 1)];
}
