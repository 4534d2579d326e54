import type { IncomingMessage } from 'node:http';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/**
 * Discards the rest of a refused request, because many clients read the response only after sending
 * everything. Returns false above `maxBytes`: then the connection must be closed.
 */
export async function drain(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return true;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return false;
  let left = maxBytes;
  request.unpipe();
  return new Promise((resolve) => {
    const finish = (isDrained: boolean) => {
      request.off('data', onData);
      resolve(isDrained);
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish(false);
    };
    request
      .on('data', onData)
      .once('end', () => finish(true))
      .once('close', () => finish(true))
      .once('error', () => finish(true));
    request.resume();
  });
}
