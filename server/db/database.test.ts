import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { openSilentLine } from '#server/testing/silentLine.ts';
import { describeOnPostgres, openSqliteTest } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { openDatabase } from './database.ts';
import { prepared } from './prepared.ts';

it(
  'is not waited for without end: a server whose PostgreSQL is silent says that it is not ready',
  { timeout: 60_000 },
  async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const databaseUrl = `postgres://postgres@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
    const db = openDatabase({ databaseUrl, dataDir: tmpdir() });
    const server = await startTestServer({
      open: async () => ({ db, folder: tmpdir(), databaseUrl, remove: () => db.destroy() }),
    });
    expect((await server.app.inject('/readyz')).statusCode).toBe(503);
    await server.close();
    silent.close();
  },
);

it('sees a new column in a statement that it has run before', async () => {
  const { db, remove } = await openSqliteTest();
  const all = () => db.selectFrom('usedTokens').selectAll().execute();
  await db.insertInto('usedTokens').values({ hash: 'h', validUntil: 'u' }).execute();
  expect(await all()).toEqual([{ hash: 'h', validUntil: 'u' }]);
  await db.schema.alterTable('usedTokens').addColumn('colour', 'text').execute();
  expect(await all()).toEqual([{ hash: 'h', validUntil: 'u', colour: null }]);
  await remove();
});

describeOnPostgres('a connection', (open) => {
  it('keeps what a transaction of a chosen isolation wrote', async () => {
    const { db, remove } = await open();
    await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((inside) =>
        inside.insertInto('usedTokens').values({ hash: 'h', validUntil: 'u' }).execute(),
      );
    expect(await db.selectFrom('usedTokens').select('hash').execute()).toEqual([{ hash: 'h' }]);
    await remove();
  });

  it('that has fallen silent is given up for another, the shared one as well', async () => {
    const { databaseUrl, folder, remove } = await open();
    const line = await openSilentLine(databaseUrl ?? '');
    line.url.searchParams.set('query_timeout', '300');
    const db = openDatabase({ databaseUrl: line.url.href, dataDir: folder });
    const quick = prepared(
      (of, hash: string) => of.selectFrom('usedTokens').select('hash').where('hash', '=', hash),
      { isQuick: true },
    );
    const askAll = () =>
      Promise.allSettled([
        ...Array.from({ length: 8 }, () => quick.all(db, 'h')),
        db.selectFrom('usedTokens').selectAll().execute(),
      ]);
    const statuses = async () => [...new Set((await askAll()).map(({ status }) => status))];
    expect(await statuses()).toEqual(['fulfilled']);
    line.fallSilent();
    expect(await statuses()).toEqual(['rejected']);
    expect(await statuses()).toEqual(['fulfilled']);
    await db.destroy();
    line.close();
    await remove();
  });
});
