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

/** The file to show after one of the list has gone: the one that takes its place, else the last. */
export function afterRemoval(files: readonly GalleryFile[], removedId: string): GalleryFile | undefined {
  const at = files.findIndex(({ id }) => id === removedId);
  const rest = files.filter(({ id }) => id !== removedId);
  return rest[Math.min(Math.max(at, 0), rest.length - 1)];
}
