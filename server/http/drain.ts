import type { IncomingMessage } from 'node:http';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the rest of a refused request and keeps nothing of it: many clients read the answer only after they have sent
 * everything. Answers false when there is more than `maxBytes`; then the connection must end with the answer.
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
