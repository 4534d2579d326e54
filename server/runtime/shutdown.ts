import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { secondMs } from '#schemas/platform/time.ts';
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

/** Time for connections that are kept alive to end with their next response. */
const drainMs = secondMs;
const drainPollMs = 25;

/** Time for the first request of a new connection to arrive; it is refused with 503. */
const firstRequestMs = 250;

/**
 * Adds `app.drain()`, and ends each connection with its response while the server stops. A
 * connection that is kept alive would delay the end, and its next call would be refused.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isDraining = false;
  let isClosing = false;
  /** Connections without a request so far, such as those a browser opens in advance. */
  const unused = new Set<Socket>();
  const used = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => {
      unused.delete(socket);
      used.delete(socket);
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage) => {
    unused.delete(socket);
    used.add(socket);
  });
  app.decorate('drain', async () => {
    isDraining = true;
    const end = performance.now() + drainMs;
    while (used.size > 0 && performance.now() < end) await setTimeout(drainPollMs);
  });
  app.addHook('preClose', async () => {
    [isDraining, isClosing] = [true, true];
    void setTimeout(firstRequestMs).then(() => unused.forEach((socket) => socket.destroy()));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  // A response that began before the stop has promised to keep its connection alive.
  app.addHook('onResponse', async ({ raw: { socket } }) => {
    if (isClosing) socket.destroySoon();
  });
}

/**
 * Ends connections with their next response, then stops accepting calls, lets the running ones and
 * the work in the background end, and closes the database. Aborts deliveries that hang, then, after
 * `limitMs`, scans that hang, and cuts connections that are still open.
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
  const closed = app.drain().then(() => app.close());
  const ended = Promise.all([closed, ...background.map((end) => end())]);
  const deliveryTimer = globalThis.setTimeout(abortDeliveries, Math.min(deliveryMs, limitMs / 2));
  const isEnded = await endsWithin(app, ended, limitMs);
  clearTimeout(deliveryTimer);
  if (!isEnded) {
    abortScans(); // their uploads are answered before the connections are cut
    if (!(await endsWithin(app, ended, cutMs))) app.server.closeAllConnections();
    await endsWithin(app, ended, cutMs);
  }
  await endsWithin(app, close(), cutMs);
}
