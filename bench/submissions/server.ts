// Server process of bench:submissions, with real sockets and one account with one form. Sends its
// address.
import { migrate, openDatabase } from '#server/db/database.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { addAccount, publish, startTestServer } from '#server/testing/testServer.ts';
import type { ServerStorage } from '#server/testing/ownDatabase.ts';
import type { Ready } from './spec.ts';

const { dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '') as ServerStorage;
const db = openDatabase({ databaseUrl, dataDir });
await migrate(db);
const server = await startTestServer({
  env: { TRUSTED_PROXIES: '127.0.0.1' },
  open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }),
});
server.deps.clock = systemClock;
if (databaseUrl) server.deps.eventBus = createPostgresEventBus(databaseUrl);
const { apiKey } = await addAccount(server);
const { processGuid } = await publish(server, apiKey, {
  title: 'Unfall melden',
  pages: [
    {
      id: 'you',
      title: 'Über Sie',
      formElements: Array.from({ length: 20 }, (_, index) => ({
        id: `name${index}`,
        type: 'input',
        label: `Frage ${index}`,
      })),
    },
  ],
});
process.on('message', () => process.send?.(process.cpuUsage()));
const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ address, processGuid } satisfies Ready);
