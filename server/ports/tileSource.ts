import { tileSourceLimits } from '#server/ports/limits.ts';

export type TileAddress = { z: number; x: number; y: number };
export type Tile = { type: string; bytes: Buffer };

export class TileRefused extends Error {}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Reads a complete body up to the limit. */
async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > tileSourceLimits.maxBytes) throw new TileRefused('The tile is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Fetches one tile from the configured upstream; undefined if it does not exist. Only the three
 * numbers come from the request, and redirects are not followed.
 */
export async function fetchTile(
  upstream: string,
  { z, x, y }: TileAddress,
): Promise<Tile | undefined> {
  const address = upstream
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y));
  const answer = await fetch(address, {
    headers: { 'user-agent': 'Formakte', accept: pictureTypes.join(', ') },
    redirect: 'error',
    signal: AbortSignal.timeout(tileSourceLimits.timeoutMs),
  });
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  const isTile = answer.ok && answer.body && pictureTypes.includes(type);
  if (isTile && answer.body) return { type, bytes: await readAll(answer.body) };
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return undefined;
  throw new TileRefused(`The upstream answered ${answer.status} ${type}.`);
}
