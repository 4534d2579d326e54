import pg from 'pg';
import { limits } from '#schemas/limits.ts';
import { createLocalEventBus, type EventBus } from './eventBus.ts';

const channel = 'formakte_events';
const retryMs = 1_000;
/** An announcement may have 8,000 bytes. */
const idsAtOnce = 200;

/**
 * Between all processes that share a database: each listens on a connection of its own, which is opened again when it breaks
 * or answers no more. Nobody waits for an announcement: what cannot be said now is said as soon as there is a connection.
 */
export function createPostgresEventBus(
  connectionString: string,
  { announceMs = limits.database.announceMs }: { announceMs?: number } = {},
): EventBus {
  const local = createLocalEventBus();
  const unsaid = new Set<string>();
  let client: pg.Client | undefined;
  let isSaying = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: limits.database.connectMs,
      query_timeout: announceMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: limits.database.silenceMs,
    });
    next.on('error', () => undefined); // `end` follows
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
      void say(); // what could not be said meanwhile
      local.wakeAll(); // nor could anything be heard
    } catch {
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

  async function say(): Promise<void> {
    if (isSaying) return;
    isSaying = true;
    for (let by = client; by && unsaid.size > 0; by = client) {
      const userIds = [...unsaid].slice(0, idsAtOnce);
      for (const userId of userIds) unsaid.delete(userId);
      try {
        await by.query({
          name: 'announce',
          text: 'select pg_notify($1, $2)',
          values: [channel, userIds.join(',')],
        });
      } catch {
        for (const userId of userIds) unsaid.add(userId);
        drop(by);
      }
    }
    isSaying = false;
  }

  void connect();
  return {
    listen: local.listen,
    async wake(userIds) {
      for (const userId of userIds) unsaid.add(userId);
      await local.wake(userIds);
      void say();
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
