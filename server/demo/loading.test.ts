import { expect, it } from 'vitest';
import { migrate, openDatabase } from '#server/db/database.ts';
import { emptyDatabase } from '#server/db/emptyDatabase.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { listDemoForms, loadDemoWorld } from './demoWorld.ts';
import { isHalfLoaded } from './loading.ts';

describeOnEachDatabase('Loading the demo', (open) => {
  it('A demo that ended while it loaded is loaded again from the start', async () => {
    const database = await open();
    const { folder: dataDir, databaseUrl } = database;
    const server = await startTestServer({
      open: async () => ({ ...database, remove: async () => undefined }),
    });
    let stored = 0;
    const put = (...content: Parameters<typeof server.deps.blobStore.put>) => {
      stored += 1;
      if (stored === 3) throw new Error('killed');
      return server.deps.blobStore.put(...content);
    };
    const dying = { ...server.deps, blobStore: { ...server.deps.blobStore, put } };
    await expect(loadDemoWorld(dying)).rejects.toThrow('killed');
    expect(await isHalfLoaded(server.deps.db)).toBe(true);

    await emptyDatabase(server.deps.db, { databaseUrl, dataDir });
    const db = openDatabase({ databaseUrl, dataDir });
    await migrate(db);
    expect(await isHalfLoaded(db)).toBe(false);
    const deps = { ...server.deps, db };
    await loadDemoWorld(deps);
    expect(await isHalfLoaded(db)).toBe(false);
    expect((await listDemoForms(deps)).length).toBeGreaterThan(6);
    await server.app.close();
    await db.destroy();
  });

  it('A loaded demo is not loaded again', async () => {
    const server = await startTestServer({ open });
    await loadDemoWorld(server.deps);
    const count = async () => (await listDemoForms(server.deps)).length;
    const before = await count();
    await loadDemoWorld(server.deps);
    expect([await isHalfLoaded(server.deps.db), await count()]).toEqual([false, before]);
    await server.close();
  });
});
