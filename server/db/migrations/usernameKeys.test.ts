import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { usernameKeys } from './0032_usernameKeys.ts';

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
});
