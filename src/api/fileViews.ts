import Bottleneck from 'bottleneck/light.js';
import type { Reply } from '#schemas/endpoint.ts';
import { downloadFile } from '#schemas/files.ts';
import { getPreview, startPlaying } from '#schemas/previews.ts';
import { api } from './api.ts';
import { callJson } from './call.ts';
import type { ApiError } from './errors.ts';
import { fetchBytes, fetchThumbnail } from './files.ts';
import { forTask } from './forTask.ts';
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

/** A whole file; rejects with an ApiError. */
export const fetchFile = (id: string, workflowKey?: string): Promise<Blob> => fetchBytes(downloadFile, { id }, { resultType: 'Stream', ...forTask(workflowKey).query });

/** A picture, redrawn to look at; rejects with an ApiError. */
export const fetchPreview = (id: string, workflowKey?: string): Promise<Blob> => fetchBytes(getPreview, { id }, forTask(workflowKey).query);

/** An address from which this browser may play a video for a while; rejects with an ApiError. */
export async function playAddress(id: string, workflowKey?: string): Promise<string> {
  return (dataOf(await callJson({ endpoint: startPlaying, params: { id }, ...forTask(workflowKey) })) as Reply<typeof startPlaying>).url;
}
