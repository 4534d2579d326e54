import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSilentLine } from '#server/testing/peers/silentLine.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { openDatabase } from './database.ts';

it('A server whose PostgreSQL does not respond reports that it is not ready', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/none`;
  const db = openDatabase({ databaseUrl, dataDir: tmpdir() });
  const server = await startTestServer({
    open: async () => ({ db, folder: tmpdir(), databaseUrl, remove: () => db.destroy() }),
  });
  expect((await server.app.inject('/readyz')).statusCode).toBe(503);
  await server.close();
  silent.close();
});

describeOnEachDatabase('A cached statement', (open) => {
  it('A cached statement returns a column that was added after its first run', async () => {
    const { db, databaseUrl, remove } = await open();
    const find = () =>
      db.selectFrom('usedTokens').selectAll().where('hash', '=', 'h').executeTakeFirst();
    await db.insertInto('usedTokens').values({ hash: 'h', validUntil: 'u' }).execute();
    expect(await find()).toEqual({ hash: 'h', validUntil: 'u' });
    await db.schema.alterTable('usedTokens').addColumn('colour', 'text').execute();
    try {
      // PostgreSQL rejects the outdated plan once, then the connection is replaced.
      if (databaseUrl) await find().catch(() => undefined);
      expect(await find()).toEqual({ hash: 'h', validUntil: 'u', colour: null });
    } finally {
      await db.schema.alterTable('usedTokens').dropColumn('colour').execute();
      await remove();
    }
  });
});

describeOnPostgres('A PostgreSQL connection', (open) => {
  it('A transaction with its own isolation level is committed', async () => {
    const { db, remove } = await open();
    await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((tx) =>
        tx.insertInto('usedTokens').values({ hash: 'h', validUntil: 'u' }).execute(),
      );
    expect(await db.selectFrom('usedTokens').select('hash').execute()).toEqual([{ hash: 'h' }]);
    await remove();
  });

  it('Connections that PostgreSQL closed are reported with their cause and replaced', async () => {
    const { databaseUrl, folder, remove } = await open();
    const causes: unknown[] = [];
    const db = openDatabase({ databaseUrl, dataDir: folder }, (error) => causes.push(error));
    const select = () => db.selectFrom('usedTokens').selectAll().where('hash', '=', 'h').execute();
    const selectMany = () => Promise.all(Array.from({ length: 8 }, select));
    await selectMany();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(db);
    await expect.poll(selectMany).toEqual(Array.from({ length: 8 }, () => []));
    expect(causes).toContainEqual(expect.any(Error)); // 57P01, or the broken socket was faster
    await db.destroy();
    await remove();
  });

  it('Connections that no longer respond are replaced', async () => {
    const { databaseUrl, folder, remove } = await open();
    const line = await openSilentLine(databaseUrl ?? '');
    line.url.searchParams.set('query_timeout', '300');
    const db = openDatabase({ databaseUrl: line.url.href, dataDir: folder });
    const selectMany = () =>
      Promise.allSettled([
        ...Array.from({ length: 8 }, () =>
          db.selectFrom('usedTokens').select('hash').where('hash', '=', 'h').execute(),
        ),
        db.selectFrom('usedTokens').selectAll().execute(),
      ]);
    const statuses = async () => [...new Set((await selectMany()).map(({ status }) => status))];
    expect(await statuses()).toEqual(['fulfilled']);
    line.fallSilent();
    expect(await statuses()).toEqual(['rejected']);
    expect(await statuses()).toEqual(['fulfilled']);
    await db.destroy();
    line.close();
    await remove();
  });
});
