// Server process of bench:import, with real sockets. Sends its address, and its use of
// memory and processor on request.
import { migrate, openDatabase } from '#server/db/database.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { addAccount, publish, startTestServer } from '#server/testing/testServer.ts';
import { damageForm } from '#server/testing/testTasks.ts';
import type { ServerStorage } from '#server/testing/ownDatabase.ts';
import type { Ready, Used } from './spec.ts';

const probeMs = 50;

const { dataDir, databaseUrl } = JSON.parse(process.argv[2] ?? '') as ServerStorage;
const db = openDatabase({ databaseUrl, dataDir });
await migrate(db);
const server = await startTestServer({
  open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }),
});
server.deps.clock = systemClock;
if (databaseUrl) server.deps.eventBus = createPostgresEventBus(databaseUrl);
const { apiKey } = await addAccount(server);
const { formId } = await publish(server, apiKey, damageForm);

let [base, peak, begunAt] = [0, 0, 0];
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, probeMs);

process.on('message', (what) => {
  const { user, system } = process.cpuUsage();
  if (what === 'begin') {
    base = peak = process.memoryUsage.rss();
    begunAt = user + system;
  }
  process.send?.({
    grownBytes: peak - base,
    processorMs: (user + system - begunAt) / 1_000,
  } satisfies Used);
});
process.send?.({
  address: await server.app.listen({ host: '127.0.0.1', port: 0 }),
  apiKey,
  formId,
} satisfies Ready);
