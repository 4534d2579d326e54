import { expect } from 'vitest';
import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { nobodysId, password } from './samples.ts';

const login = '/api/authenticate/login';
const wrong = { Password: 'Etwas-Anderes-9' };
const describeSession = (userId: string, accountId: string) => ({
  accessToken: expect.any(String),
  user: {
    userId,
    firstName: 'Miriam',
    lastName: 'Castillo',
    salutation: 'Frau',
    email: expect.stringContaining('@'),
    accountId,
    accountIds: [accountId],
  },
});
const minute = 60_000;

const publishWithPin = async ({ account, publish }: Portal) => {
  const form = await publish({
    title: 'Schaden',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  const { pin } = await account.provider('post', `/forms/${form.formId}/pin`, {});
  return { ...form, pin: String(pin) };
};
const otherPin = (pin: string): string => (pin === '000000' ? '000001' : '000000');

/** How sessions are opened and renewed. */
export const sessionFacts: Facts = {
  'POST authenticate/login': {
    succeeds: [
      'A right password opens a session with the user’s data and a strict HttpOnly cookie',
      async ({ client, account, visit }) => {
        const answer = await visit().post(login, {
          Username: client.username.toUpperCase(),
          Password: password,
        });
        expectAnswer(answer, describeSession(client.userId, account.accountId));
        expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/i);
      },
    ],
    refuses: [
      'A wrong password and an unknown name are 401 alike',
      async ({ registerClient, visit }) => {
        const { username } = await registerClient();
        const known = await visit().post(login, { Username: username, ...wrong });
        expectProblem(known, 401, 'wrongCredentials');
        expectAlike(known, await visit().post(login, { Username: 'niemand.hier', ...wrong }));
      },
    ],
    rejects: [
      'A body without a password, or with an unknown field, is 400',
      async ({ visit }) => {
        expectProblem(
          await visit().post(login, { Username: 'x' }),
          400,
          'invalidInput',
          '/Password',
        );
        expectProblem(
          await visit().post(login, { Username: 'x', Password: 'y', admin: true }),
          400,
          'invalidInput',
          '/admin',
        );
      },
    ],
    also: [
      [
        'Five wrong passwords lock the login for a minute, for the right one too',
        async ({ registerClient, visit, forward }) => {
          const { username } = await registerClient();
          const statuses = [];
          for (let attempt = 0; attempt < 5; attempt += 1)
            statuses.push((await visit().post(login, { Username: username, ...wrong })).status);
          expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
          const locked = await visit().post(login, { Username: username, Password: password });
          const { nextPossibleRetry } = expectProblem(locked, 423, 'loginLocked');
          expect(Date.parse(String(nextPossibleRetry))).toBeGreaterThan(0);
          forward(minute + 1_000);
          expectAnswer(await visit().post(login, { Username: username, Password: password }));
        },
      ],
      [
        'A user without access is told so after the right password only',
        async ({ account, registerClient, visit }) => {
          const { username, userId } = await registerClient();
          await account.provider('post', `/users/${userId}/disable`);
          const right = await visit().post(login, { Username: username, Password: password });
          expectProblem(right, 406, 'noAccess');
          expectProblem(await visit().post(login, { Username: username, ...wrong }), 401);
        },
      ],
    ],
  },
  'POST v2.0/authenticate/adhoc': {
    succeeds: [
      'The mailed PIN opens an unregistered session',
      async ({ account, invite, requestPin, visit }) => {
        const [invited, browser] = [await invite(), visit()];
        const answer = await browser.post('/api/v2.0/authenticate/adhoc', {
          key: invited.hashUserKey,
          password: await requestPin(browser, invited),
        });
        expectAnswer(answer, describeSession(invited.userId, account.accountId));
      },
    ],
    refuses: [
      'A wrong PIN is 401, also the right one in another browser, and five void it',
      async ({ invite, requestPin, visit }) => {
        const [invited, browser] = [await invite(), visit()];
        const pin = await requestPin(browser, invited);
        const open = (by: typeof browser, code: string) =>
          by.post('/api/v2.0/authenticate/adhoc', { key: invited.hashUserKey, password: code });
        expectProblem(await open(visit(), pin), 401, 'falsePin');
        for (let attempt = 0; attempt < 5; attempt += 1) await open(browser, otherPin(pin));
        expectProblem(await open(browser, pin), 423, 'pinVoid');
      },
    ],
    rejects: [
      'A PIN that is not six digits is 400',
      async ({ client, visit }) =>
        void expectProblem(
          await visit().post('/api/v2.0/authenticate/adhoc', {
            key: client.hashUserKey,
            password: '12345',
          }),
          400,
          'invalidInput',
          '/password',
        ),
    ],
  },
  'POST authenticate/adhoc/pin': {
    succeeds: [
      'A form’s PIN opens it',
      async (portal) => {
        const { processGuid, pin } = await publishWithPin(portal);
        const answer = await portal
          .visit()
          .post('/api/authenticate/adhoc/pin', { key: processGuid, password: pin, attempt: 1 });
        expectAnswer(answer, {
          accessToken: expect.any(String),
          workflowKey: expect.any(String),
          accountId: portal.account.accountId,
          workflowType: 'ASSISTENT',
        });
      },
    ],
    refuses: [
      'A wrong PIN is 401, and after five attempts the right one is 423',
      async (portal) => {
        const { processGuid, pin } = await publishWithPin(portal);
        const open = (code: string, attempt: number) =>
          portal
            .visit()
            .post('/api/authenticate/adhoc/pin', { key: processGuid, password: code, attempt });
        for (let attempt = 1; attempt <= 5; attempt += 1)
          expectProblem(await open(otherPin(pin), attempt), 401, 'falsePin');
        expectProblem(await open(pin, 6), 423, 'pinVoid');
      },
    ],
    rejects: [
      'A body without the count of attempts is 400, and an unknown key 404',
      async ({ visit }) => {
        const url = '/api/authenticate/adhoc/pin';
        expectProblem(await visit().post(url, { key: nobodysId }), 400, undefined, '/attempt');
        expectProblem(
          await visit().post(url, { key: nobodysId, password: '123456', attempt: 1 }),
          404,
        );
      },
    ],
  },
  'GET v2.0/authenticate/adhoc/pin/{key}': {
    succeeds: [
      'A PIN of six digits is mailed, and an unknown key is answered alike',
      async ({ invite, readMail, visit }) => {
        const { hashUserKey, email } = await invite();
        const ask = (key: string) =>
          visit().get(`/api/v2.0/authenticate/adhoc/pin/${key}?preferredChannel=Email`);
        const known = await ask(hashUserKey);
        expectAnswer(known, { channel: 'Email' });
        expect(await readMail(email, /\b\d{6}\b/)).not.toBe('');
        expect((await ask('x'.repeat(32))).body).toEqual(known.body);
      },
    ],
    refuses: [
      'A second PIN within a minute, another site and a prefetch are refused',
      async ({ invite, visit }) => {
        const url = `/api/v2.0/authenticate/adhoc/pin/${(await invite()).hashUserKey}`;
        for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])
          expectProblem(await visit().get(url, { headers }), 400);
        expectProblem(await visit().get(url, { headers: { 'x-application-key': '' } }), 401);
        expectAnswer(await visit().get(url));
        const { nextPossibleRetry } = expectProblem(await visit().get(url), 429, 'tooManyRequests');
        expect(nextPossibleRetry).toEqual(expect.any(String));
      },
    ],
    rejects: [
      'A channel that does not exist is 400',
      async ({ invite, visit }) => {
        const { hashUserKey } = await invite();
        expectProblem(
          await visit().get(`/api/v2.0/authenticate/adhoc/pin/${hashUserKey}?preferredChannel=Fax`),
          400,
          'invalidInput',
          '/preferredChannel',
        );
      },
    ],
  },
  'POST authenticate/adhoc/workflow': {
    succeeds: [
      'A form’s key opens a workflow, or asks for the PIN',
      async (portal) => {
        const form = await portal.publish({
          title: 'Rückruf',
          formElements: [{ id: 'name', type: 'input', label: 'Name' }],
        });
        const open = (key: string) =>
          portal.visit().post('/api/authenticate/adhoc/workflow', { key });
        expectAnswer(await open(form.processGuid), {
          accessToken: expect.any(String),
          workflowKey: expect.any(String),
          accountId: portal.account.accountId,
          workflowType: 'ASSISTENT',
        });
        const { processGuid } = await publishWithPin(portal);
        const asked = expectAnswer(await open(processGuid), {
          payload: { isAppLoginRequired: true },
        });
        expect(asked).not.toHaveProperty('accessToken');
      },
    ],
    refuses: [
      'A program without the web client’s keys is 401, and a withdrawn form 404',
      async ({ account, publish, visit }) => {
        const { formId, processGuid } = await publish({
          title: 'Rückruf',
          formElements: [{ id: 'name', type: 'input', label: 'Name' }],
        });
        const url = '/api/authenticate/adhoc/workflow';
        const body = { key: processGuid };
        const headers = { 'x-api-key': 'wrong' };
        expectProblem(await visit().post(url, body, { headers }), 401, 'applicationKeyInvalid');
        await account.provider('post', `/forms/${formId}/withdraw`);
        expectProblem(await visit().post(url, body), 404, 'notFound');
      },
    ],
    rejects: [
      'A body without a key is 400',
      async ({ visit }) =>
        void expectProblem(
          await visit().post('/api/authenticate/adhoc/workflow', {}),
          400,
          'invalidInput',
          '/key',
        ),
    ],
  },
  'POST v2.0/authenticate/refresh': {
    succeeds: [
      'The cookie gives a fresh token and the next cookie',
      async ({ client, account, logIn }) => {
        const browser = await logIn(client.username);
        const before = browser.copyCookies();
        const answer = await browser.post('/api/v2.0/authenticate/refresh', { kind: 'registered' });
        expectAnswer(answer, describeSession(client.userId, account.accountId));
        expect(browser.copyCookies()).not.toEqual(before);
      },
    ],
    refuses: [
      'No cookie is 401, and a cookie that was used before ends the session',
      async ({ client, logIn, visit, forward }) => {
        const url = '/api/v2.0/authenticate/refresh';
        const kind = { kind: 'registered' };
        expectProblem(await visit().post(url, kind), 401, 'unauthorized');
        const browser = await logIn(client.username);
        const thief = visit();
        thief.setCookies(browser.copyCookies());
        await browser.post(url, kind);
        forward(31_000);
        expectProblem(await thief.post(url, kind), 401);
        expectProblem(await browser.post(url, kind), 401);
        expectProblem(await browser.get('/api/v2.0/accounts'), 401);
      },
    ],
    rejects: [
      'A kind of session that does not exist is 400',
      async ({ visit }) =>
        void expectProblem(
          await visit().post('/api/v2.0/authenticate/refresh', { kind: 'admin' }),
          400,
          'invalidInput',
          '/kind',
        ),
    ],
  },
};
