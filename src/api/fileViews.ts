import Bottleneck from 'bottleneck/light.js';
import type { Reply } from '#schemas/endpoint.ts';
import { downloadFile } from '#schemas/files.ts';
import { getPreview, startPlaying } from '#schemas/previews.ts';
import { api } from './api.ts';
import { callJson } from './call.ts';
import type { ApiError } from './errors.ts';
import { fetchBytes, fetchThumbnail, saveBytes } from './files.ts';
import { forTask } from './forTask.ts';
import { loadedAlready, loadedOnce } from './loadedFiles.ts';
import { dataOf } from './send.ts';

/** A strip of pictures has many of them; most of the queue's places stay free for what is looked at. */
const thumbnails = new Bottleneck({ maxConcurrent: 2 });

const fileViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A small picture of a file as an address for `<img>`, loaded once for each id; null when there is none. */
    thumbnail: build.query<string | null, { id: string; workflowKey: string | undefined }>({
      queryFn: async ({ id, workflowKey }) => {
        try {
          const picture = await thumbnails.schedule(() => fetchThumbnail(id, workflowKey));
          return { data: picture ? URL.createObjectURL(picture) : null };
        } catch (error) {
          return { error: error as ApiError };
        }
      },
      keepUnusedDataFor: 60 * 60,
      async onCacheEntryAdded(_id, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => undefined); // it may go before anything has come
        await cacheEntryRemoved;
        if (loaded?.data) URL.revokeObjectURL(loaded.data);
      },
    }),
  }),
});

export const { useThumbnailQuery } = fileViewsApi;

const wholeOf = (id: string): string => `whole ${id}`;
const loadWhole = (id: string, workflowKey: string | undefined): Promise<Blob> =>
  fetchBytes(downloadFile, { id }, { resultType: 'Stream', ...forTask(workflowKey).query });

/** A whole file; rejects with an ApiError. */
export const fetchFile = (id: string, workflowKey?: string): Promise<Blob> =>
  loadedOnce(wholeOf(id), () => loadWhole(id, workflowKey));

/** A picture, redrawn to look at; rejects with an ApiError. */
export const fetchPreview = (id: string, workflowKey?: string): Promise<Blob> =>
  loadedOnce(`preview ${id}`, () => fetchBytes(getPreview, { id }, forTask(workflowKey).query));

/** Hands a file to the browser to save; what is looked at is not loaded once more. Rejects with an ApiError. */
export async function saveShown(id: string, fileName: string, workflowKey?: string): Promise<void> {
  saveBytes(await (loadedAlready(wholeOf(id)) ?? loadWhole(id, workflowKey)), fileName);
}

/** An address from which this browser may play a video for a while; rejects with an ApiError. */
export async function playAddress(id: string, workflowKey?: string): Promise<string> {
  return (
    dataOf(
      await callJson({ endpoint: startPlaying, params: { id }, ...forTask(workflowKey) }),
    ) as Reply<typeof startPlaying>
  ).url;
}
