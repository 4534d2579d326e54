import type { FastifyInstance } from 'fastify';
import { createProblem } from '#server/problem.ts';
import { hasBody } from './drain.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes a text; throws `invalidEncoding` for bytes that a lenient decoder would replace. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw createProblem('invalidEncoding');
  }
}

/** Parses the fields of a posted page; throws `invalidEncoding`. */
export function parseUrlEncoded(bytes: Buffer): URLSearchParams {
  const text = decodeUtf8(bytes);
  try {
    decodeURIComponent(text); // URLSearchParams replaces escaped bytes that are not UTF-8
  } catch {
    throw createProblem('invalidEncoding');
  }
  return new URLSearchParams(text);
}

/** Refuses compressed bodies, because no parser decompresses them. */
export function refuseContentEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers, raw }, reply) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || !hasBody(raw)) return;
    // RFC 9110 §15.5.16: the header shows that the encoding was refused, not the media type.
    reply.header('accept-encoding', 'identity');
    throw createProblem('unsupportedMediaType');
  });
}
