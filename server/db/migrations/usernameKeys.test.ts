import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { usernameKeys } from './0032_usernameKeys.ts';
import { foldedUsernames } from './0034_foldedUsernames.ts';

describeOnEachDatabase('the migration of the keys of usernames', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());

  it('Each key is built again, and no key is given to two users', async () => {
    const before = [
      ['zw.abc\u200B', 'zw.abc\u200B'],
      ['Coco', 'coco'],
      ['сосо', 'сосо'], // in Cyrillic letters
      ['ｎｏｒａ', 'ｎｏｒａ'],
      ['Müller', 'müller'],
    ] as const;
    const ids: string[] = [];
    for (const [username, usernameKey] of before)
      ids.push((await addUser(server, [], { username, usernameKey })).id);
    await usernameKeys.up(server.deps.db);
    const users = await server.deps.db
      .selectFrom('users')
      .select(['id', 'usernameKey'])
      .where('id', 'in', ids)
      .execute();
    expect(ids.map((id) => users.find((user) => user.id === id)?.usernameKey)).toEqual([
      'zw.abc',
      'coco',
      'сосо',
      'nora',
      'müller',
    ]);
  });

  it('Each user has a folded key, unless another one is stored under it', async () => {
    const { db } = server.deps;
    const before = [
      ['Weiß', 'weiß', null],
      ['weiss', 'weiss', 'weiss'],
      ['Νίκος', 'vίkoσ', 'víkoσ'],
      ['ΝΊΚΟΣ.2', 'vίkoσ.2', 'víkoσ.2'],
      ['GROẞ', 'groß', 'gross'],
      ['grоß', 'grоß', null], // with a Cyrillic letter, by version 0.1.0
      ['Tom', 'tom', 'tom'],
    ] as const;
    const ids: string[] = [];
    for (const [username, usernameKey] of before) {
      const registeredAt = server.clock.now().toISOString();
      ids.push((await addUser(server, [], { username, usernameKey, registeredAt })).id);
      server.clock.forward(1);
    }
    const invited = await addUser(server, [], { username: null, usernameKey: null });
    await db.schema.dropIndex('usersByFoldedUsername').execute();
    await db.schema.alterTable('users').dropColumn('foldedUsernameKey').execute();
    await foldedUsernames.up(db);
    const users = await db.selectFrom('users').select(['id', 'foldedUsernameKey']).execute();
    const getKey = (id: string) => users.find((user) => user.id === id)?.foldedUsernameKey;
    expect(ids.map(getKey)).toEqual(before.map(([, , folded]) => folded));
    expect(getKey(invited.id)).toBe(null);
    await expect(
      addUser(server, [], { username: 'TOM', usernameKey: 'tom.2', foldedUsernameKey: 'tom' }),
    ).rejects.toThrow(/unique/i);
  });
});
