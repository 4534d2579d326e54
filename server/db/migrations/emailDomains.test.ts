import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { emailDomains } from './0036_emailDomains.ts';

describeOnEachDatabase('the migration of the keys of e-mail addresses', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());

  it('The domain of each key is in ASCII afterwards, and nothing else changes', async () => {
    const { db } = server.deps;
    const before = [
      { emailKey: 'info@bücher.example', loginEmailKey: null },
      { emailKey: 'a@xn--bcher-kva.example', loginEmailKey: 'a@müller.example' },
      { emailKey: 'jürgen@beispiel.example', loginEmailKey: 'b@beispiel.example' },
    ];
    const ids: string[] = [];
    for (const keys of before) ids.push((await addUser(server, [], keys)).id);
    await emailDomains.up(db);
    const users = await db
      .selectFrom('users')
      .select(['id', 'emailKey', 'loginEmailKey'])
      .where('id', 'in', ids)
      .execute();
    expect(ids.map((id) => users.find((user) => user.id === id))).toMatchObject([
      { emailKey: 'info@xn--bcher-kva.example', loginEmailKey: null },
      { emailKey: 'a@xn--bcher-kva.example', loginEmailKey: 'a@xn--mller-kva.example' },
      before[2],
    ]);
  });
});
