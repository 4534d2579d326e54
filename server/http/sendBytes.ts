import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { createProblem } from '#server/problem.ts';

/** Formats a file name by RFC 6266: in UTF-8, with an ASCII fallback for older programs. */
function formatDisposition(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Prevents a browser from running the content. */
export const forbidScripts = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'; sandbox");

/** Headers that make a browser save the content under this name. */
export const asAttachment = (reply: FastifyReply, name: string): FastifyReply =>
  forbidScripts(reply).header('content-disposition', formatDisposition(name));

/** Byte range of a file, both ends inclusive. */
export type ByteRange = { start: number; end: number };

type Bytes = {
  size: number;
  /** hex */
  sha256: string;
  open: (range?: ByteRange) => Promise<Readable>;
};

const oneRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses the requested range; undefined to send everything, as for several ranges and for an
 * invalid header (RFC 9110 §14.2).
 */
function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [matched, first, last, lastBytes] = oneRange.exec(header) ?? [];
  if (matched === undefined) return undefined;
  const start = lastBytes === undefined ? Number(first) : Math.max(size - Number(lastBytes), 0);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < Number(first)) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

/** Returns false if the file has changed since (If-Range): then everything is sent. */
function getRequestedRange(
  { request }: FastifyReply,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = request.headers;
  return range === undefined || (condition !== undefined && condition !== etag)
    ? undefined
    : parseRange(range, size);
}

/** Sends bytes, or the requested range of them (RFC 9110 §14). Throws `rangeNotSatisfiable`. */
export async function sendBytes(
  reply: FastifyReply,
  { size, sha256, open }: Bytes,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, no-store');
  const range = getRequestedRange(reply, size, etag);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw createProblem('rangeNotSatisfiable');
  }
  if (!range) return reply.header('content-length', size).send(await open());
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(await open({ start, end }));
}
