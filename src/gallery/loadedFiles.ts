import { fetchFile, fetchPreview } from '#src/api/fileViews.ts';
import type { GalleryFile } from './galleryFile.ts';

/** So many are kept for whoever goes back and forth; a file may have 100 MB. */
const keptFiles = 6;

type Way = 'preview' | 'whole';

/** What a gallery has loaded while it is open: each file once. */
export function createLoadedFiles() {
  const kept = new Map<string, Promise<Blob>>();

  return {
    /** The bytes to draw a file from; rejects with an ApiError. One that failed is loaded anew. */
    bytesOf({ id, local, workflowKey }: GalleryFile, way: Way): Promise<Blob> {
      if (local) return Promise.resolve(local);
      const key = `${way} ${id}`;
      const bytes = kept.get(key) ?? (way === 'preview' ? fetchPreview(id, workflowKey) : fetchFile(id, workflowKey));
      kept.delete(key);
      kept.set(key, bytes); // the last one looked at is the last to go
      bytes.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= keptFiles) break;
        kept.delete(oldest);
      }
      return bytes;
    },
  };
}
export type LoadedFiles = ReturnType<typeof createLoadedFiles>;
