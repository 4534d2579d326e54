import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import type { Invitation, ProviderUser, RegistrationWizard } from '#schemas/access/users.ts';
import type { Deps } from '#server/deps.ts';
import { createLogger } from '#server/http/logging.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { listNewestMessages, sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  webKeys,
} from '#server/testing/testServer.ts';

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

describeOnEachDatabase('from the invitation to the login', (open) => {
  it('No PIN, password, key or token is in the database or the log in plain text', async () => {
    let log = '';
    const logger = createLogger(
      'trace',
      new Writable({
        write(line, _, done) {
          log += String(line);
          done();
        },
      }),
    );
    const server = await startTestServer({ open, appOptions: { logger } });
    const { deps } = server;
    const { accountId, apiKey } = await addAccount(server);
    const secrets = new Map<string, string>([['API key', apiKey]]);
    const browser = createBrowser(server);
    const know = (name: string, secret: string | undefined) => {
      if (!secret) throw new Error(`no ${name}`);
      secrets.set(name, secret);
      return secret;
    };
    const assertNoneKept = async () => {
      server.clock.forward(1_000); // so that one mail is the newest
      const kept = await dump(deps);
      for (const [name, secret] of secrets) {
        const isIn = (text: string) =>
          /^\d{6}$/.test(secret)
            ? new RegExp(`(?<![A-Za-z0-9.])${secret}(?![A-Za-z0-9])`).test(text)
            : text.includes(secret); // a number often contains six digits
        expect([name, isIn(kept), isIn(log)]).toEqual([name, false, false]);
      }
    };
    const newestMail = async () => (await listNewestMessages(deps, 1))[0]?.body ?? '';
    const provider = (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/provider/v1/users${path}`,
        headers: { 'x-api-key': apiKey, 'idempotency-key': `${path}-once-and-for-all` },
        payload,
      });
    const held = (kind: string) =>
      know(`refresh token ${kind}`, browser.cookie(`formakte-${kind}`)?.split('.')[1]);
    const once = (text: string) => ({
      'idempotency-key': know(`idempotency key ${text}`, `only-this-browser-knows-${text}`),
    });

    const { userId } = json<ProviderUser>(
      await provider('', {
        firstName: 'Miriam',
        lastName: 'Castillo',
        email: 'miriam@beispiel.example',
      }),
    );
    const { hashUserKey } = json<Invitation>(await provider(`/${userId}/invitations`, {}));
    know('invitation', hashUserKey);
    expect(await newestMail()).toContain(hashUserKey);
    await assertNoneKept();

    await browser.get(`/v2.0/authenticate/adhoc/pin/${hashUserKey}`, once('pin'));
    const pin = know('PIN', /(?<![\d+])\d{6}(?!\d)/.exec(await newestMail())?.[0]);
    know('mark of the browser', browser.cookie('formakte-pin'));
    await assertNoneKept();
    const adhoc = json<UserSession>(
      await browser.post(
        '/v2.0/authenticate/adhoc',
        { key: hashUserKey, password: pin },
        once('login'),
      ),
    );
    know('access token', adhoc.accessToken);
    held('unregistered');
    await assertNoneKept();

    const first = know('first password', 'Fahrrad-im-Regen');
    const asInvited = { authorization: `Bearer ${adhoc.accessToken}` };
    const { token } = json<RegistrationWizard>(
      await browser.get(`/v2.0/user/${hashUserKey}/wizard`, asInvited),
    );
    know('token of the wizard', token);
    const { asyncTaskKey: Key } = json<{ asyncTaskKey: string }>(
      await browser.get(`/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`, asInvited),
    );
    const registered = await browser.post(
      `/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`,
      {
        username: 'miriam.castillo',
        password: first,
        passwordConfirmation: first,
        accountId,
        Key,
        userId,
        AgbsAccepted: true,
        token,
      },
      asInvited,
    );
    expect(registered.statusCode).toBe(200);

    await browser.post('/v2.0/user/password', { username: 'miriam.castillo' });
    await answerRequests(deps);
    const passwordKey = know(
      'key of the link',
      /reset-password\/(\S+)/.exec(await newestMail())?.[1],
    );
    const second = know('second password', 'Regen-Tonne 7');
    const put = (path: string, payload: object, headers: Record<string, string>) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/v2.0/user/${path}`,
        headers: { ...webKeys, ...headers },
        payload,
      });
    expect(
      (await put(`password/${passwordKey}`, { password: second }, once('reset'))).statusCode,
    ).toBe(200);
    await assertNoneKept();

    know('wrong password', 'Altes-Passwort-9');
    await browser.post('/authenticate/login', {
      Username: 'miriam.castillo',
      Password: 'Altes-Passwort-9',
    });
    const session = json<UserSession & SecondStep>(
      await browser.post('/authenticate/login', { Username: 'miriam.castillo', Password: second }),
    );
    know('second access token', session.accessToken);
    held('registered');
    know('mark of the device', browser.cookie('formakte-device')?.split('.')[1]);
    const third = know('third password', 'Sieben-Enten-am-See-3');
    const changed = await put(
      `${userId}/changepassword`,
      { oldpassword: second, newpassword: third, newpasswordconfirmation: third },
      { authorization: `Bearer ${session.accessToken}`, ...once('change') },
    );
    expect(json(changed)).toMatchObject({ result: 0 });
    know(
      'third access token',
      json<UserSession>(await browser.post('/v2.0/authenticate/refresh', { kind: 'registered' }))
        .accessToken,
    );
    held('registered');
    await assertNoneKept();

    const sent: string[] = [];
    await sendMailOutbox(
      {
        ...deps,
        mailer: {
          send: async ({ text }, beforeHandover) => {
            await beforeHandover();
            sent.push(text);
          },
        },
      },
      logger,
    );
    expect(sent.join()).toContain(passwordKey);
    await assertNoneKept();
    expect(await dump(deps)).toContain('miriam.castillo');
    expect(log).toContain('/api/v2.0/user/password/:passwordKey');
    await server.close();
  });
});
