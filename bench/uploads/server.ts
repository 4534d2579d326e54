// Server process of bench:uploads, with real sockets, an embedded database and files on disk.
// Sends its address and its measurements to the parent process.
import { existsSync, readFileSync } from 'node:fs';
import { addAccount, addUser, signIn, startTestServer } from '#server/testing/testServer.ts';
import { clients, probeMs, type Ready, type Took } from './spec.ts';

const server = await startTestServer();
const { accountId } = await addAccount(server);
const headers = [];
for (let number = 0; number < clients; number += 1)
  headers.push(await signIn(server, (await addUser(server, [accountId])).id));

let took: Took & { base: number } = { base: 0, grownBytes: 0, heldMs: 0, waitedMs: 0 };
const ownTime = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Returns the CPU time of the event loop's thread in ms. Where the system does not provide it,
 * returns that of all threads of the process.
 */
function workedMs(): number {
  if (existsSync(ownTime)) return Number(readFileSync(ownTime, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let last = { at: performance.now(), worked: workedMs() };

/**
 * Records the delay of a tick and our own CPU time in it, because other programs delay ticks too.
 */
function probe(): void {
  const now = { at: performance.now(), worked: workedMs() };
  const waitedMs = now.at - last.at;
  const heldMs = Math.min(waitedMs, now.worked - last.worked);
  last = now;
  const grownBytes = Math.max(took.grownBytes, process.memoryUsage.rss() - took.base);
  took = {
    ...took,
    grownBytes,
    heldMs: Math.max(took.heldMs, heldMs - probeMs),
    waitedMs: Math.max(took.waitedMs, waitedMs - probeMs),
  };
}
setInterval(probe, probeMs);

process.on('message', (what) => {
  if (what === 'begin')
    took = { base: process.memoryUsage.rss(), grownBytes: 0, heldMs: 0, waitedMs: 0 };
  process.send?.(took);
});
// removes the database and the files
process.once('SIGTERM', () => void server.close().finally(() => process.exit()));
process.send?.({
  address: await server.app.listen({ host: '127.0.0.1', port: 0 }),
  headers,
} satisfies Ready);
