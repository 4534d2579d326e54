import type { Reply } from '#schemas/endpoint.ts';
import { getTileSet } from '#schemas/tiles.ts';
import { api } from './api.ts';
import { request } from './baseQuery.ts';

export const tilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTileSet: build.query<Reply<typeof getTileSet>, void>({
      query: () => request(getTileSet)({}),
    }),
  }),
});
