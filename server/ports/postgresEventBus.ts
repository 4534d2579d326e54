import pg from 'pg';
import { createLocalEventBus, type EventBus } from './eventBus.ts';

const channel = 'formakte_events';
const retryMs = 1_000;
/** An announcement may have 8,000 bytes. */
const idsAtOnce = 200;

/** Between all processes that share a database: each listens on a connection of its own, which is opened again when it breaks. */
export function createPostgresEventBus(connectionString: string): EventBus {
  const local = createLocalEventBus();
  const woken = new Set<string>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString });
    next.on('error', () => undefined); // `end` follows
    next.on('end', () => { if (client === next) { client = undefined; reconnectLater(); } });
    next.on('notification', ({ payload }) => void local.wake((payload ?? '').split(',')));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (isClosed) return void next.end();
      client = next;
      await announce([...woken]); // what could not be said meanwhile
      woken.clear();
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

  async function announce(userIds: readonly string[]): Promise<void> {
    for (let start = 0; start < userIds.length; start += idsAtOnce) {
      await client?.query('select pg_notify($1, $2)', [channel, userIds.slice(start, start + idsAtOnce).join(',')]);
    }
  }

  void connect();
  return {
    listen: local.listen,
    async wake(userIds) {
      try {
        if (!client) throw new Error('not connected');
        await announce(userIds);
      } catch {
        for (const userId of userIds) woken.add(userId);
        await local.wake(userIds); // at least those of this process
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
