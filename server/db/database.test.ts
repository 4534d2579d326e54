import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { openDatabase } from './database.ts';

it('is not waited for without end: a server whose PostgreSQL is silent says that it is not ready', { timeout: 60_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const databaseUrl = `postgres://postgres@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  const db = openDatabase({ databaseUrl, dataDir: tmpdir() });
  const server = await startTestServer({ open: async () => ({ db, folder: tmpdir(), databaseUrl, remove: () => db.destroy() }) });
  expect((await server.app.inject('/readyz')).statusCode).toBe(503);
  await server.close();
  silent.close();
});

it('sees a new column in a statement that it has run before', async () => {
  const { db, remove } = await openSqliteTest();
  const all = () => db.selectFrom('usedTokens').selectAll().execute();
  await db.insertInto('usedTokens').values({ hash: 'h', validUntil: 'u' }).execute();
  expect(await all()).toEqual([{ hash: 'h', validUntil: 'u' }]);
  await db.schema.alterTable('usedTokens').addColumn('colour', 'text').execute();
  expect(await all()).toEqual([{ hash: 'h', validUntil: 'u', colour: null }]);
  await remove();
});
