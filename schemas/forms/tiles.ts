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
  tag: 'tiles',
  session: ['public'],
  summary: 'Whether this installation has map tiles, and whose they are.',
  reply: Type.Object({ tileSet: Type.Union([TileSet, Type.Null()]) }),
  errors: ['tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});

export const getTile = endpoint({
  method: 'GET',
  path: '/tiles/:z/:x/:y',
  tag: 'tiles',
  session: ['public'],
  summary:
    'One map tile, fetched and kept by this server: the tiles’ owner learns nothing of the ' +
    'visitor.',
  params: Type.Object({
    z: Type.Integer({ minimum: 0, maximum: tileLimits.maxZoom }),
    x: Type.Integer({ minimum: 0, maximum: lastTile }),
    y: Type.Integer({ minimum: 0, maximum: lastTile }),
  }),
  answers: 'stream',
  reply: Type.Unknown(),
  withoutKeys: true,
  callsPerMinute: tileLimits.callsPerMinute,
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
});
