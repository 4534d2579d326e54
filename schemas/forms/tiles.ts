import * as Type from 'typebox';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { tileLimits } from '#schemas/forms/limits.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/** Source of map tiles. */
export const TileSet = Type.Object({
  /** attribution in Markdown */
  attribution: Type.String(),
  maxZoom: Type.Integer(),
});
export type TileSet = Type.Static<typeof TileSet>;

const lastTile = 2 ** tileLimits.maxZoom - 1;

export const getTileSet = endpoint({
  method: 'GET',
  path: '/tiles',
  session: ['public'],
  summary: 'Returns the map tiles of this installation with their attribution; null without any.',
  reply: Type.Object({ tileSet: Type.Union([TileSet, Type.Null()]) }),
  errors: ['tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getTile = endpoint({
  method: 'GET',
  path: '/tiles/:z/:x/:y',
  session: ['public'],
  summary:
    'Returns a map tile. This server fetches and caches it, so the owner of the tiles learns ' +
    'nothing about the visitor.',
  params: Type.Object({
    z: Type.Integer({ minimum: 0, maximum: tileLimits.maxZoom }),
    x: Type.Integer({ minimum: 0, maximum: lastTile }),
    y: Type.Integer({ minimum: 0, maximum: lastTile }),
  }),
  answers: 'picture',
  reply: Type.Unknown(),
  withoutWebKeys: true,
  callsPerMinute: tileLimits.callsPerMinute,
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
});
