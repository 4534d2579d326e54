import pg from 'pg';
import { databaseLimits } from '#server/db/limits.ts';
import { withTimeout } from '#server/withTimeout.ts';
import { createLocalEventBus, type EventBus } from './eventBus.ts';

const channel = 'formakte_events';
const retryMs = 1_000;
/** A notification of PostgreSQL is limited to 8,000 bytes. */
const idsAtOnce = 200;

type Options = {
  /** timeout of a notification */
  announceMs?: number;
  /** reports why a connection failed before it is retried */
  onError?: (error: unknown) => void;
};

/** Creates a client that listens to other processes once `listen` has resolved. */
function createListener(
  connectionString: string,
  announceMs: number,
  wakeLocally: (userIds: string[]) => void,
) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: announceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: databaseLimits.silenceMs,
  });
  client.on('error', () => undefined); // the `end` event follows
  let ownId: number | undefined;
  client.on('notification', ({ payload, processId }) => {
    if (processId !== ownId) wakeLocally((payload ?? '').split(','));
  });

  async function listen(): Promise<void> {
    await client.connect();
    ownId = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id;
    await client.query(`listen ${channel}`);
  }
  return { client, listen };
}

type Events = {
  onOpen: () => void;
  onError: ((error: unknown) => void) | undefined;
  wakeLocally: (userIds: string[]) => void;
};

/** Keeps one connection that listens, and reconnects when it breaks or is silent. */
function keepConnection(
  connectionString: string,
  announceMs: number,
  { onOpen, onError, wakeLocally }: Events,
) {
  let current: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const { client, listen } = createListener(connectionString, announceMs, wakeLocally);
    client.on('end', () => drop(client));
    try {
      await listen();
      if (isClosed) return void client.end();
      current = client;
      onOpen();
    } catch (error) {
      onError?.(error);
      void client.end().catch(() => undefined);
      reconnectLater();
    }
  }

  function reconnectLater(): void {
    if (isClosed) return;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), retryMs);
    retry.unref();
  }

  function drop(gone: pg.Client): void {
    if (current !== gone) return;
    current = undefined;
    void gone.end().catch(() => undefined);
    reconnectLater();
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(retry);
    if (current) await withTimeout(current.end(), announceMs, undefined);
  }

  void connect();
  return { getCurrent: () => current, drop, close };
}

async function announce(client: pg.Client, userIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'announce',
    text: 'select pg_notify($1, $2)',
    values: [channel, userIds.join(',')],
  });
}

/**
 * Creates an event bus between all processes that share a database. Each process listens on its own
 * connection and reconnects when it breaks or is silent. `wake` does not wait for the connection:
 * wake-ups are queued until there is one.
 */
export function createPostgresEventBus(
  connectionString: string,
  { announceMs = databaseLimits.announceMs, onError }: Options = {},
): EventBus {
  const local = createLocalEventBus();
  const queued = new Set<string>();
  let isFlushing = false;
  const connection = keepConnection(connectionString, announceMs, {
    onOpen: () => {
      void flush(); // queued while disconnected
      local.wakeAll(); // wake-ups may have been lost
    },
    onError,
    wakeLocally: (userIds) => void local.wake(userIds),
  });

  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    for (
      let client = connection.getCurrent();
      client && queued.size > 0;
      client = connection.getCurrent()
    ) {
      const userIds = [...queued].slice(0, idsAtOnce);
      for (const userId of userIds) queued.delete(userId);
      try {
        await announce(client, userIds);
      } catch (error) {
        onError?.(error);
        for (const userId of userIds) queued.add(userId);
        connection.drop(client);
      }
    }
    isFlushing = false;
  }

  return {
    listen: local.listen,
    async wake(userIds) {
      for (const userId of userIds) queued.add(userId);
      await local.wake(userIds);
      void flush();
    },
    close: connection.close,
  };
}
