import { expect, it } from 'vitest';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, RegistrationWizard } from '#schemas/access/users.ts';
import type { Deps } from '#server/deps.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { listNewestMessages, sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase, type OpenTestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  webKeys,
} from '#server/testing/testServer.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

/** Every row of every table, as text. */
async function dump({ db }: Deps): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

/** A browser and a server whose database and log are searched for the secrets that are known. */
async function startJourney(open: OpenTestDatabase) {
  const log = createRecordedLog();
  const server = await startTestServer({ open, appOptions: { logger: log.logger } });
  const { deps } = server;
  const { accountId, apiKey } = await addAccount(server);
  const secrets = new Map<string, string>([['API key', apiKey]]);
  const browser = createBrowser(server);

  /** Adds a secret; throws if the test has not found it. */
  function know(name: string, secret: string | undefined): string {
    if (!secret) throw new Error(`no ${name}`);
    secrets.set(name, secret);
    return secret;
  }

  async function assertNoneKept(): Promise<void> {
    server.clock.forward(1_000); // so that one mail is the newest
    const kept = await dump(deps);
    for (const [name, secret] of secrets)
      expect([name, contains(kept, secret), contains(log.read(), secret)]).toEqual([
        name,
        false,
        false,
      ]);
  }

  return {
    server,
    log,
    accountId,
    browser,
    know,
    assertNoneKept,
    readNewestMail: async () => (await listNewestMessages(deps, 1))[0]?.body ?? '',
    callProvider: (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/provider/v1/users${path}`,
        headers: { 'x-api-key': apiKey, 'idempotency-key': `${path}-once-and-for-all` },
        payload,
      }),
    put: (path: string, payload: object, headers: Record<string, string>) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/v2.0/user/${path}`,
        headers: { ...webKeys, ...headers },
        payload,
      }),
    knowRefreshToken: (kind: string) =>
      know(`refresh token ${kind}`, browser.cookie(`formakte-${kind}`)?.split('.')[1]),
    makeKey: (text: string) => ({
      'idempotency-key': know(`idempotency key ${text}`, `only-this-browser-knows-${text}`),
    }),
  };
}
type Journey = Awaited<ReturnType<typeof startJourney>>;

/** A number often contains six digits, so a PIN is looked for between other characters. */
const contains = (text: string, secret: string): boolean =>
  /^\d{6}$/.test(secret)
    ? new RegExp(`(?<![A-Za-z0-9.])${secret}(?![A-Za-z0-9])`).test(text)
    : text.includes(secret);

async function invite({ callProvider, know, readNewestMail }: Journey) {
  const { userId } = json<ProviderUser>(
    await callProvider('', {
      firstName: 'Miriam',
      lastName: 'Castillo',
      email: 'miriam@beispiel.example',
    }),
  );
  const { hashUserKey } = json<Invitation>(await callProvider(`/${userId}/invitations`, {}));
  know('invitation', hashUserKey);
  expect(await readNewestMail()).toContain(hashUserKey);
  return { userId, hashUserKey };
}

async function enterPin(journey: Journey, hashUserKey: string): Promise<UserSession> {
  const { browser, know, makeKey, readNewestMail, assertNoneKept } = journey;
  await browser.get(`/v2.0/authenticate/adhoc/pin/${hashUserKey}`, makeKey('pin'));
  const pin = know('PIN', /(?<![\d+])\d{6}(?!\d)/.exec(await readNewestMail())?.[0]);
  know('mark of the browser', browser.cookie('formakte-pin'));
  await assertNoneKept();
  const session = json<UserSession>(
    await browser.post(
      '/v2.0/authenticate/adhoc',
      { key: hashUserKey, password: pin },
      makeKey('login'),
    ),
  );
  know('access token', session.accessToken);
  journey.knowRefreshToken('unregistered');
  return session;
}

async function register(
  { accountId, browser, know }: Journey,
  { userId, hashUserKey }: { userId: string; hashUserKey: string },
  { accessToken }: UserSession,
): Promise<void> {
  const password = know('first password', 'Fahrrad-im-Regen');
  const asInvited = { authorization: `Bearer ${accessToken}` };
  const { token } = json<RegistrationWizard>(
    await browser.get(`/v2.0/user/${hashUserKey}/wizard`, asInvited),
  );
  know('token of the wizard', token);
  const path = `/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`;
  const { asyncTaskKey: Key } = json<{ asyncTaskKey: string }>(await browser.get(path, asInvited));
  const registered = await browser.post(
    path,
    {
      username: 'miriam.castillo',
      password,
      passwordConfirmation: password,
      accountId,
      Key,
      userId,
      AgbsAccepted: true,
      token,
    },
    asInvited,
  );
  expect(registered.statusCode).toBe(200);
}

/** Replaces a forgotten password. Returns the new one and the key of the mailed link. */
async function resetPassword({ server, browser, know, makeKey, put, readNewestMail }: Journey) {
  await browser.post('/v2.0/user/password', { username: 'miriam.castillo' });
  await answerRequests(server.deps);
  const linkKey = know(
    'key of the link',
    /reset-password\/(\S+)/.exec(await readNewestMail())?.[1],
  );
  const password = know('second password', 'Regen-Tonne 7');
  const reset = await put(`password/${linkKey}`, { password }, makeKey('reset'));
  expect(reset.statusCode).toBe(200);
  return { linkKey, password };
}

async function logInAndChangePassword(
  { browser, know, makeKey, put, knowRefreshToken }: Journey,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const logIn = (Password: string) =>
    browser.post('/authenticate/login', { Username: 'miriam.castillo', Password });
  await logIn(know('wrong password', 'Altes-Passwort-9'));
  const { accessToken } = json<UserSession & SecondStep>(await logIn(password));
  know('second access token', accessToken);
  knowRefreshToken('registered');
  know('mark of the device', browser.cookie('formakte-device')?.split('.')[1]);
  const third = know('third password', 'Sieben-Enten-am-See-3');
  const changed = await put(
    `${userId}/changepassword`,
    { oldpassword: password, newpassword: third, newpasswordconfirmation: third },
    { authorization: `Bearer ${accessToken}`, ...makeKey('change') },
  );
  expect(json(changed)).toMatchObject({ result: 0 });
  const refreshed = await browser.post('/v2.0/authenticate/refresh', { kind: 'registered' });
  know('third access token', json<UserSession>(refreshed).accessToken);
  knowRefreshToken('registered');
}

/** Sends all mails that wait. Returns their texts. */
async function sendMails({ server: { deps }, log }: Journey): Promise<string> {
  const sent: string[] = [];
  const mailer: Deps['mailer'] = {
    send: async ({ text }, beforeHandover) => {
      await beforeHandover();
      sent.push(text);
    },
  };
  await sendMailOutbox({ ...deps, mailer }, log.logger);
  return sent.join();
}

describeOnEachDatabase('from the invitation to the login', (open) => {
  it('No PIN, password, key or token is in the database or the log in plain text', async () => {
    const journey = await startJourney(open);
    const { server, log, assertNoneKept } = journey;
    const invited = await invite(journey);
    await assertNoneKept();
    const session = await enterPin(journey, invited.hashUserKey);
    await assertNoneKept();
    await register(journey, invited, session);
    const { linkKey, password } = await resetPassword(journey);
    await assertNoneKept();
    await logInAndChangePassword(journey, { userId: invited.userId, password });
    await assertNoneKept();
    expect(await sendMails(journey)).toContain(linkKey);
    await assertNoneKept();
    expect(await dump(server.deps)).toContain('miriam.castillo');
    expect(log.read()).toContain('/api/user/password/:passwordKey');
    await server.close();
  });
});
