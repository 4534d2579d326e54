import { afterAll, beforeAll, expect, it } from 'vitest';
import { credentialRateLimits, loginLimits } from '#server/access/limits.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { endSessionsMatching } from '#server/access/sessions/service.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { addRegistered } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Regen-Tonne 7';
const { wrongAttempts } = loginLimits;
const lockMs = loginLimits.lockMinutes[0] * minuteMs;

describeOnEachDatabase('usernames that differ by case folding', (open) => {
  let server: TestServer;
  let accountId: string;
  let count = 0;
  beforeAll(async () => {
    server = await startTestServer({ open });
    accountId = (await addAccount(server)).accountId;
  });
  afterAll(() => server.close());

  const login = (Username: string, given = password, from = createBrowser(server)) =>
    from.post('/authenticate/login', { Username, Password: given });
  const findUser = async (username: string) => {
    const answer = await login(username);
    return [answer.statusCode, json<{ user?: { userId: string } }>(answer).user?.userId];
  };
  const fail = async (names: string[]) => {
    const answers = [];
    for (const name of names) answers.push((await login(name, 'falsch')).statusCode);
    return answers;
  };
  const requestLink = (username: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2.0/user/password',
      headers: webKeys,
      payload: { username },
    });
  const addClient = (username: string) =>
    addRegistered(server, [accountId], { username, password });
  /** Adds two users as the versions before did, and as the migration leaves them. */
  async function addOldUsers() {
    count += 1;
    const names = [`Weiß.${count}`, `Weiss.${count}`, `WEIß.${count}`, `WEISS.${count}`] as const;
    const second = await addUser(server, [accountId], {
      username: names[0],
      usernameKey: `weiß.${count}`,
      foldedUsernameKey: null,
      passwordHash: await hashPassword(server.deps, password),
    });
    return { names, first: await addClient(names[1]), second };
  }

  it.each([
    ['Weiß', 'WEISS', 'weiss', 'WEIẞ'],
    ['Νίκος', 'ΝΊΚΟΣ', 'νίκοσ', 'víκος'],
    ['İpek', 'ipek', 'IPEK', 'ıpek'],
  ])('A user %s logs in as %s, %s and %s', async (...names) => {
    const { id } = await addClient(names[0]);
    for (const name of names) expect([name, ...(await findUser(name))]).toEqual([name, 200, id]);
  });

  it('Two users of one name from before each log in with their own', async () => {
    const { names, first, second } = await addOldUsers();
    expect(await Promise.all(names.map(findUser))).toEqual([
      [200, second.id],
      [200, first.id],
      [200, second.id],
      [200, first.id],
    ]);
  });

  it('Of two look-alike names from before, the second has its login as well', async () => {
    const hash = await hashPassword(server.deps, password);
    const [plain, alike] = ['coco', 'сосо']; // in Cyrillic letters
    const first = await addClient(plain);
    const second = await addUser(server, [accountId], {
      username: alike,
      usernameKey: alike,
      foldedUsernameKey: null,
      passwordHash: hash,
    });
    expect(await findUser(plain)).toEqual([200, first.id]);
    expect(await findUser(alike)).toEqual([200, second.id]);
  });

  it.each([
    ['known', 'Groß', 'GROSS', 200],
    ['unknown', 'Fuß', 'FUSS', 401],
  ] as const)(
    'The attempts for a name that is %s are counted in all spellings',
    async (kind, one, other, status) => {
      if (kind === 'known') await addClient(one);
      const tries = Array.from({ length: wrongAttempts }, (_, index) => (index % 2 ? one : other));
      expect(await fail(tries)).toEqual(tries.map(() => 401));
      expect(await fail([one, other])).toEqual([423, 423]);
      server.clock.forward(lockMs);
      expect((await login(other)).statusCode).toBe(status);
      expect((await login(one)).statusCode).toBe(status);
    },
  );

  it('A lock of one of two old users leaves the other alone', async () => {
    const { names, first } = await addOldUsers();
    expect(await fail(Array<string>(wrongAttempts).fill(names[0]))).not.toContain(423);
    expect(await findUser(names[0])).toEqual([423, undefined]);
    expect(await findUser(names[1])).toEqual([200, first.id]);
  });

  it('A device that has logged in is known in all spellings', async () => {
    await addClient('Stößel');
    const device = createBrowser(server);
    expect((await login('Stößel', password, device)).statusCode).toBe(200);
    await fail(Array<string>(wrongAttempts).fill('STÖSSEL'));
    expect((await login('Stössel')).statusCode).toBe(423);
    expect((await login('STÖSSEL', password, device)).statusCode).toBe(200);
  });

  it('A link is mailed for every spelling, to the user who has the name', async () => {
    const { names, first, second } = await addOldUsers();
    const single = await addClient(`Süß.${count}`);
    const ask = async (username: string) => {
      await requestLink(username);
      await answerRequests(server.deps);
      server.clock.forward(1_000); // the newest mail is that of the next request
      return (await listNewestMessages(server.deps, 1))[0]?.recipient;
    };
    const emails = await server.deps.db.selectFrom('users').select(['id', 'email']).execute();
    const getEmail = (id: string) => emails.find((user) => user.id === id)?.email;
    expect(await ask(names[0])).toBe(getEmail(second.id));
    expect(await ask(names[3])).toBe(getEmail(first.id));
    expect(await ask(`SÜSS.${count}`)).toBe(getEmail(single.id));
  });

  it('The links of an hour are counted in all spellings', async () => {
    const { id } = await addClient('Kloß');
    for (const name of ['Kloß', 'KLOSS', 'kloss', 'kloß', 'KLOẞ']) await requestLink(name);
    await answerRequests(server.deps);
    const { email } = await server.deps.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const mails = await listNewestMessages(server.deps, 100);
    expect(mails.filter(({ recipient }) => recipient === email)).toHaveLength(
      credentialRateLimits.mailsPerHour,
    );
  });

  it('The operator ends the sessions of a username in any spelling', async () => {
    await addClient('Voß');
    await login('Voß');
    expect(await endSessionsMatching(server.deps, { username: 'VOSS' })).toBe(1);
  });
});
