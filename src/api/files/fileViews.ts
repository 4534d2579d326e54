import type { Reply } from '#schemas/platform/endpoint.ts';
import { downloadFile } from '#schemas/files/files.ts';
import { getPreview, startPlaying } from '#schemas/files/previews.ts';
import { callJson } from '#src/api/client/call.ts';
import { saveBytes } from '#src/device/saveBytes.ts';
import { fetchBytes, fetchThumbnail } from './files.ts';
import { forTask } from './forTask.ts';
import { createJobQueue } from '#src/api/client/jobQueue.ts';
import { getCachedFile, getOrLoadFile } from '#src/api/client/fileCache.ts';
import { getData } from '#src/api/client/sendWithRetries.ts';

/** A gallery strip loads many thumbnails; the rest of the rate limit is for the open file. */
const thumbnails = createJobQueue({ concurrent: 2 });

/** Loads a thumbnail once; an empty one if there is none. Rejects with an ApiError. */
export const fetchShownThumbnail = (id: string, workflowKey?: string): Promise<Blob> =>
  getOrLoadFile(
    `thumbnail ${id}`,
    async () => (await thumbnails.run(() => fetchThumbnail(id, workflowKey))) ?? new Blob(),
  );

const buildWholeKey = (id: string): string => `whole ${id}`;
const loadWhole = (id: string, workflowKey: string | undefined): Promise<Blob> =>
  fetchBytes(downloadFile, { id }, { resultType: 'Stream', ...forTask(workflowKey).query });

/** Loads a whole file; rejects with an ApiError. */
export const fetchFile = (id: string, workflowKey?: string): Promise<Blob> =>
  getOrLoadFile(buildWholeKey(id), () => loadWhole(id, workflowKey));

/** Loads a preview picture; rejects with an ApiError. */
export const fetchPreview = (id: string, workflowKey?: string): Promise<Blob> =>
  getOrLoadFile(`preview ${id}`, () => fetchBytes(getPreview, { id }, forTask(workflowKey).query));

/** Saves a file to disk, from the cache if it is open. Rejects with an ApiError. */
export async function saveShownFile(
  id: string,
  fileName: string,
  workflowKey?: string,
): Promise<void> {
  saveBytes(await (getCachedFile(buildWholeKey(id)) ?? loadWhole(id, workflowKey)), fileName);
}

/** Returns a URL to stream a video from, valid for a limited time; rejects with an ApiError. */
export async function getPlayUrl(id: string, workflowKey?: string): Promise<string> {
  return (
    getData(
      await callJson({ endpoint: startPlaying, params: { id }, ...forTask(workflowKey) }),
    ) as Reply<typeof startPlaying>
  ).url;
}
