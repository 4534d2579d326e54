// A child process that makes many concurrent calls on a shared database once it reads from stdin.
// Prints the statuses of each call and the number of hashes.
import { once } from 'node:events';
import { openDatabase } from '#server/db/database.ts';
import { createBrowser, lowCost, startTestServer } from './testServer.ts';

export type Call = { path: string; payload: object; cookies?: Record<string, string> };
export type Called = { statuses: number[][]; hashes: number };

const { databaseUrl, dataDir, calls, count } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl?: string;
  dataDir: string;
  calls: Call[];
  count: number;
};
let hashes = 0;
/** Counts the hashes, because each one reads the cost once. */
const countedCost = {
  ...lowCost,
  get timeCost() {
    hashes += 1;
    return lowCost.timeCost;
  },
};
const db = openDatabase({ databaseUrl, dataDir });
const server = await startTestServer({
  open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }),
  passwordCost: countedCost,
});
const listStatuses = ({ path, payload, cookies }: Call) =>
  Promise.all(
    Array.from(
      { length: count },
      async () => (await createBrowser(server, 'Test', cookies).post(path, payload)).statusCode,
    ),
  );
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const statuses: number[][] = [];
for (const call of calls) statuses.push(await listStatuses(call));
process.stdout.write(JSON.stringify({ statuses, hashes } satisfies Called));
await server.close();
process.stdin.destroy();
