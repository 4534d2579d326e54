import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** What a map may show beneath its pin. */
export const TileSet = Type.Object({
  /** Markdown: whose tiles they are */
  attribution: Type.String(),
  maxZoom: Type.Integer(),
});
export type TileSet = Type.Static<typeof TileSet>;

const lastTile = 2 ** limits.tile.maxZoom - 1;

export const getTileSet = endpoint({
  method: 'GET',
  path: '/tiles',
  tag: 'tiles',
  session: ['public'],
  summary: 'Whether this installation has map tiles, and whose they are.',
  reply: Type.Object({ tileSet: Type.Union([TileSet, Type.Null()]) }),
  errors: ['tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});

export const getTile = endpoint({
  method: 'GET',
  path: '/tiles/:z/:x/:y',
  tag: 'tiles',
  session: ['public'],
  summary:
    'One map tile, fetched and kept by this server: the tiles’ owner learns nothing of the visitor.',
  params: Type.Object({
    z: Type.Integer({ minimum: 0, maximum: limits.tile.maxZoom }),
    x: Type.Integer({ minimum: 0, maximum: lastTile }),
    y: Type.Integer({ minimum: 0, maximum: lastTile }),
  }),
  answers: 'stream',
  reply: Type.Unknown(),
  withoutKeys: true,
  callsPerMinute: limits.tile.callsPerMinute,
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
});
