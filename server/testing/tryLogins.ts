// A process of its own that tries wrong passwords, all at once, on a database that others use as well. Prints the statuses.
import { openDatabase } from '#server/db/database.ts';
import { createBrowser, startTestServer } from './testServer.ts';

const { databaseUrl, dataDir, username, count } = JSON.parse(process.argv[2] ?? '') as { databaseUrl?: string; dataDir: string; username: string; count: number };
const db = openDatabase({ databaseUrl, dataDir });
const server = await startTestServer({ open: async () => ({ db, folder: dataDir, databaseUrl, remove: () => db.destroy() }) });
const tries = Array.from({ length: count }, () => createBrowser(server).post('/authenticate/login', { Username: username, Password: 'falsch' }));
process.stdout.write(JSON.stringify((await Promise.all(tries)).map(({ statusCode }) => statusCode)));
await server.close();
