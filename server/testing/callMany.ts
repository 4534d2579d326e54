// A process of its own that makes each of some calls many times, all at once, on a database that others use as well. Prints the statuses of each.
import { openDatabase } from '#server/db/database.ts';
import { createBrowser, startTestServer } from './testServer.ts';

const { databaseUrl, dataDir, calls, count } = JSON.parse(process.argv[2] ?? '') as { databaseUrl?: string; dataDir: string; calls: { path: string; payload: object }[]; count: number };
const db = openDatabase({ databaseUrl, dataDir });
const server = await startTestServer({ open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }) });
const statusesOf = ({ path, payload }: (typeof calls)[number]) => Promise.all(Array.from({ length: count }, async () => (await createBrowser(server).post(path, payload)).statusCode));
process.stdout.write(JSON.stringify(await Promise.all(calls.map(statusesOf))));
await server.close();
