import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for handlers whose connection was cut, and for the last queries of the database. */
const cutMs = 1_000;

/** Resolves with true when `work` ends within the time. A failure is an end too, and is logged. */
async function endsWithin(app: FastifyInstance, work: Promise<unknown>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const end = work.then(
    () => true,
    (error: unknown) => {
      app.log.error({ err: error }, 'stopping failed');
      return true;
    },
  );
  return Promise.race([end, timeout]).finally(() => clearTimeout(timer));
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
 * database. After `limitMs` it cuts connections that are still open. Deliveries in flight are then
 * in the state of a crash, which the next start resolves.
 */
export async function shutDown(
  app: FastifyInstance,
  {
    background,
    close,
    limitMs,
  }: {
    background: readonly (() => Promise<void>)[];
    /** Closes event bus and database. */
    close: () => Promise<void>;
    limitMs: number;
  },
): Promise<void> {
  const ended = Promise.all([app.close(), ...background.map((end) => end())]);
  if (!(await endsWithin(app, ended, limitMs))) {
    app.server.closeAllConnections();
    await endsWithin(app, ended, cutMs);
  }
  await endsWithin(app, close(), cutMs);
}
