import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { userLimits } from '#schemas/access/limits.ts';
import { inviteClient, type Invited } from '#server/testing/invitedClients.ts';
import { addRegistered } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('the check of a username', (open) => {
  let server: TestServer;
  let invited: Invited;
  beforeAll(async () => {
    server = await startTestServer({ open });
    await addUser(server, [], { username: 'Vergeben', usernameKey: 'vergeben' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    invited = await inviteClient(server);
  });

  const check = async (username: string, headers = invited.headers, userId = invited.userId) =>
    server.app.inject({
      url: `/api/v2.0/user/${userId}/checkUsername/${encodeURIComponent(username)}`,
      headers,
    });

  it('The check returns whether the username is free', async () => {
    expect(json(await check('frei'))).toEqual({ isValid: true });
    expect(json(await check('vergeben'))).toEqual({
      isValid: false,
      reasonMessage: 'Diesen Benutzernamen gibt es schon.',
    });
  });

  it('A username is taken in every spelling', async () => {
    await addRegistered(server, [], { username: 'Fließer', password: 'Regen-Tonne 7' });
    for (const name of ['fließer', 'FLIESSER', 'FLIEẞER'])
      expect(json(await check(name))).toMatchObject({ isValid: false });
  });

  it.each([
    ['a b c', 'ohne Leerzeichen', 'without spaces'],
    ['ab', 'mindestens 3 Zeichen', 'at least 3 characters'],
    ['vеrgеbеn', 'in einer Schrift', 'in one script'], // with Cyrillic letters
  ])('The check of %j names the rule that it breaks', async (name, german, english) => {
    for (const [language, rule] of [
      ['de', german],
      ['en', english],
    ] as const)
      expect(json(await check(name, { ...invited.headers, 'accept-language': language }))).toEqual({
        isValid: false,
        reasonMessage: expect.stringContaining(rule),
      });
  });

  it('The check is for the invited user only', async () => {
    expect((await check('frei', webKeys)).statusCode).toBe(401);
    const { id } = await addUser(server, []);
    expect((await check('frei', invited.headers, id)).statusCode).toBe(404);
  });
});

it('The check of usernames is rate limited', async () => {
  const server = await startTestServer({
    mode: 'production',
    env: { PUBLIC_URL: 'https://portal.example' },
  });
  const { userId, headers } = await inviteClient(server);
  const statuses: number[] = [];
  for (let count = 0; count <= userLimits.usernameChecksPerMinute; count += 1) {
    statuses.push(
      (
        await server.app.inject({
          url: `/api/v2.0/user/${userId}/checkUsername/name.${count}`,
          headers,
        })
      ).statusCode,
    );
  }
  expect(statuses).toEqual([...Array<number>(userLimits.usernameChecksPerMinute).fill(200), 429]);
  await server.close();
});
