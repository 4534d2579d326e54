import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Compressed pages, because most visitors open the same few. */
const cache = new LRUCache<string, Buffer>({ max: 200 });

const encodings = {
  br: (html: string) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: string) => promisify(gzip)(html),
};

/** In our order of preference. */
const names: (keyof typeof encodings)[] = ['br', 'gzip'];

async function compress(html: string, encoding: keyof typeof encodings): Promise<Buffer> {
  const name = `${encoding} ${html}`;
  const compressed = cache.get(name) ?? (await encodings[encoding](html));
  cache.set(name, compressed);
  return compressed;
}

/**
 * Sends a page in the best encoding that the browser accepts. It contains nothing secret, so that
 * its compressed size reveals nothing.
 */
export async function sendCompressed(reply: FastifyReply, html: string): Promise<FastifyReply> {
  const encoding = negotiate(String(reply.request.headers['accept-encoding'] ?? ''), names);
  void reply.header('vary', 'accept-encoding');
  if (!encoding) return reply.send(html);
  return reply.header('content-encoding', encoding).send(await compress(html, encoding));
}
