import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { problem } from './errors.ts';

/** RFC 6266: the name in any script, and one in plain letters for programs that read no other. */
export function attachmentHeader(name: string): string {
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

/** Nothing in what is sent ever runs, wherever it is opened. */
export const withoutPower = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'; sandbox");

/** For what a browser is to save under this name, whatever is in it. */
export const asAttachment = (reply: FastifyReply, name: string): FastifyReply =>
  withoutPower(reply).header('content-disposition', attachmentHeader(name));

/** Of a file, both ends included. */
export type ByteRange = { start: number; end: number };

type Bytes = {
  size: number;
  /** hex */
  sha256: string;
  open: (range?: ByteRange) => Promise<Readable>;
};

const oneRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/** The range that is asked for; undefined where all of it is to be sent, as for several at once and for what is no range (RFC 9110 §14.2). */
function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [matched, first, last, lastBytes] = oneRange.exec(header) ?? [];
  if (matched === undefined) return undefined;
  const start = lastBytes === undefined ? Number(first) : Math.max(size - Number(lastBytes), 0);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < Number(first)) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

/** Of a file that is another by now the rest is of no use: then all of it goes. */
function rangeOf(
  { request }: FastifyReply,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = request.headers;
  return range === undefined || (condition !== undefined && condition !== etag)
    ? undefined
    : parseRange(range, size);
}

/** Sends bytes, or the range of them that is asked for (RFC 9110 §14); throws `rangeNotSatisfiable`. */
export async function sendBytes(
  reply: FastifyReply,
  { size, sha256, open }: Bytes,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, no-store');
  const range = rangeOf(reply, size, etag);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw problem('rangeNotSatisfiable');
  }
  if (!range) return reply.header('content-length', size).send(await open());
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
    .send(await open({ start, end }));
}
