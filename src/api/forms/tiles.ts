import type { Reply } from '#schemas/platform/endpoint.ts';
import { getTileSet } from '#schemas/forms/tiles.ts';
import { api } from '#src/api/client/api.ts';
import { request } from '#src/api/client/baseQuery.ts';

export const tilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTileSet: build.query<Reply<typeof getTileSet>, void>({
      query: () => request(getTileSet)({}),
    }),
  }),
});
