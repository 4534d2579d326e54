import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { withTimeout } from '#server/withTimeout.ts';

/** Time for a relay or gateway that has the text of a message to confirm it. */
const deliveryMs = 5_000;

/** Time for handlers whose connection was cut, and for the last queries of the database. */
const cutMs = 1_000;

/** Resolves with true when `work` ends within the time. A failure is an end too, and is logged. */
async function endsWithin(app: FastifyInstance, work: Promise<unknown>, ms: number) {
  const end = work.then(
    () => true,
    (error: unknown) => {
      app.log.error({ err: error }, 'stopping failed');
      return true;
    },
  );
  return withTimeout(end, ms, false);
}

/**
 * Ends each connection with its response while the server closes. A connection that is kept alive
 * would delay the end, and its next call would be refused.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false;
  /** Connections without a request so far, such as those a browser opens in advance. */
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/**
 * Stops accepting calls, lets the running ones and the work in the background end, and closes the
 * database. Aborts deliveries that hang, then, after `limitMs`, scans that hang, and cuts
 * connections that are still open.
 */
export async function shutDown(
  app: FastifyInstance,
  {
    background,
    abortDeliveries,
    abortScans,
    close,
    limitMs,
  }: {
    background: readonly (() => Promise<void>)[];
    abortDeliveries: () => void;
    abortScans: () => void;
    /** Closes event bus and database. */
    close: () => Promise<void>;
    limitMs: number;
  },
): Promise<void> {
  const ended = Promise.all([app.close(), ...background.map((end) => end())]);
  const deliveryTimer = setTimeout(abortDeliveries, Math.min(deliveryMs, limitMs / 2));
  const isEnded = await endsWithin(app, ended, limitMs);
  clearTimeout(deliveryTimer);
  if (!isEnded) {
    abortScans(); // their uploads are answered before the connections are cut
    if (!(await endsWithin(app, ended, cutMs))) app.server.closeAllConnections();
    await endsWithin(app, ended, cutMs);
  }
  await endsWithin(app, close(), cutMs);
}
