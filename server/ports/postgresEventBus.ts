import pg from 'pg';
import { databaseLimits } from '#server/db/limits.ts';
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
  let client: pg.Client | undefined;
  let isFlushing = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: databaseLimits.connectMs,
      query_timeout: announceMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: databaseLimits.silenceMs,
    });
    next.on('error', () => undefined); // the `end` event follows
    next.on('end', () => drop(next));
    let ownId: number | undefined;
    next.on('notification', ({ payload, processId }) => {
      if (processId !== ownId) void local.wake((payload ?? '').split(','));
    });
    try {
      await next.connect();
      ownId = (await next.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id;
      await next.query(`listen ${channel}`);
      if (isClosed) return void next.end();
      client = next;
      void flush(); // queued while disconnected
      local.wakeAll(); // wake-ups may have been lost
    } catch (error) {
      onError?.(error);
      void next.end().catch(() => undefined);
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
    if (client !== gone) return;
    client = undefined;
    void gone.end().catch(() => undefined);
    reconnectLater();
  }

  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    for (let by = client; by && queued.size > 0; by = client) {
      const userIds = [...queued].slice(0, idsAtOnce);
      for (const userId of userIds) queued.delete(userId);
      try {
        await by.query({
          name: 'announce',
          text: 'select pg_notify($1, $2)',
          values: [channel, userIds.join(',')],
        });
      } catch (error) {
        onError?.(error);
        for (const userId of userIds) queued.add(userId);
        drop(by);
      }
    }
    isFlushing = false;
  }

  void connect();
  return {
    listen: local.listen,
    async wake(userIds) {
      for (const userId of userIds) queued.add(userId);
      await local.wake(userIds);
      void flush();
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await Promise.race([
        client?.end(),
        new Promise((resolve) => setTimeout(resolve, announceMs).unref()),
      ]);
    },
  };
}
