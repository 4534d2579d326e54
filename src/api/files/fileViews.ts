import pLimit from 'p-limit';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { downloadFile } from '#schemas/files/files.ts';
import { getPreview, startPlaying } from '#schemas/files/previews.ts';
import { api } from '#src/api/client/api.ts';
import { callJson } from '#src/api/client/call.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { fetchBytes, fetchThumbnail, saveBytes } from './files.ts';
import { forTask } from './forTask.ts';
import { getCachedFile, getOrLoadFile } from '#src/api/client/fileCache.ts';
import { getData } from '#src/api/client/sendWithRetries.ts';

/** A gallery strip loads many thumbnails; the rest of the rate limit is for the open file. */
const loadInTurn = pLimit(2);

const fileViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A thumbnail as an object URL, cached per id; null if there is none. */
    thumbnail: build.query<string | null, { id: string; workflowKey: string | undefined }>({
      queryFn: async ({ id, workflowKey }) => {
        try {
          const picture = await loadInTurn(() => fetchThumbnail(id, workflowKey));
          return { data: picture ? URL.createObjectURL(picture) : null };
        } catch (error) {
          return { error: error as ApiError };
        }
      },
      keepUnusedDataFor: 60 * 60,
      async onCacheEntryAdded(_id, { cacheDataLoaded, cacheEntryRemoved }) {
        // the entry may be removed before a response
        const loaded = await cacheDataLoaded.catch(() => undefined);
        await cacheEntryRemoved;
        if (loaded?.data) URL.revokeObjectURL(loaded.data);
      },
    }),
  }),
});

export const { useThumbnailQuery } = fileViewsApi;

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
