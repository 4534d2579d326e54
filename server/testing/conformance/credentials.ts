import { expect } from 'vitest';
import { expectAnswer, expectProblem } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { beginRegistration } from './registration.ts';
import { password } from './samples.ts';

const newPassword = 'Regenschirm-im-Zug-4';

/** Requests a link to set a password and returns the key in its mail. */
async function requestReset(portal: Portal, client: { username: string; email: string }) {
  const { username, email } = client;
  expectAnswer(await portal.visit().post('/api/v2.0/user/password', { username }));
  const link = /reset-password\/([\w-]+)/;
  const readKey = async () => link.exec(await portal.readMail(email, link))?.[1] ?? '';
  await expect.poll(readKey).not.toBe('');
  return readKey();
}

/** Forgotten and changed credentials. */
export const credentialFacts: Facts = {
  'POST v2.0/user/username': {
    succeeds: [
      'The username is mailed, and an unknown address is answered alike',
      async (portal) => {
        const { email, username } = await portal.registerClient();
        const ask = (address: string) =>
          portal.visit().post('/api/v2.0/user/username', { email: address });
        const known = await ask(email);
        expectAnswer(known);
        expect((await ask('niemand@beispiel.example')).body).toEqual(known.body);
        await expect.poll(() => portal.readMail(email, new RegExp(username))).not.toBe('');
      },
    ],
    refuses: [
      'A program without the web client’s keys is 401',
      async ({ client, visit }) =>
        void expectProblem(
          await visit().post(
            '/api/v2.0/user/username',
            { email: client.email },
            { headers: { 'x-application-key': '' } },
          ),
          401,
        ),
    ],
    rejects: [
      'An address that is none is 400',
      async ({ visit }) => {
        for (const email of ['keine adresse', ''])
          expectProblem(
            await visit().post('/api/v2.0/user/username', { email }),
            400,
            'invalidInput',
            '/email',
          );
      },
    ],
  },
  'POST v2.0/user/password': {
    succeeds: [
      'A link is mailed, and an unknown username is answered alike',
      async (portal) => {
        const client = await portal.registerClient();
        expect(await requestReset(portal, client)).toMatch(/^[\w-]{20,}$/);
        expectAnswer(await portal.visit().post('/api/v2.0/user/password', { username: 'niemand' }));
      },
    ],
    refuses: [
      'A program without the web client’s keys is 401',
      async ({ client, visit }) =>
        void expectProblem(
          await visit().post(
            '/api/v2.0/user/password',
            { username: client.username },
            { headers: { 'x-api-key': '' } },
          ),
          401,
        ),
    ],
    rejects: [
      'A body without a username is 400',
      async ({ visit }) =>
        void expectProblem(
          await visit().post('/api/v2.0/user/password', {}),
          400,
          'invalidInput',
          '/username',
        ),
    ],
  },
  'PUT v2.0/user/password/{passwordKey}': {
    succeeds: [
      'A mailed link sets a new password once and ends the user’s sessions',
      async (portal) => {
        const client = await portal.registerClient();
        const key = await requestReset(portal, client);
        const url = `/api/v2.0/user/password/${key}`;
        expectAnswer(await portal.visit().put(url, { password: newPassword }));
        expectProblem(await client.browser.get('/api/v2.0/accounts'), 401);
        const login = { Username: client.username, Password: newPassword };
        expectAnswer(await portal.visit().post('/api/authenticate/login', login));
        const again = await portal.visit().put(url, { password });
        expect([404, 410]).toContain(again.status);
        expectProblem(again, again.status);
      },
    ],
    refuses: [
      'An unknown key is 404',
      async ({ visit }) =>
        void expectProblem(
          await visit().put(`/api/v2.0/user/password/${'x'.repeat(43)}`, { password: newPassword }),
          404,
          'linkInvalid',
        ),
    ],
    rejects: [
      'A weak password is 400, and the link stays good',
      async (portal) => {
        const client = await portal.registerClient();
        const url = `/api/v2.0/user/password/${await requestReset(portal, client)}`;
        expectProblem(
          await portal.visit().put(url, { password: 'aaa55512' }),
          400,
          'invalidInput',
          '/password',
        );
        expectAnswer(await portal.visit().put(url, { password: newPassword }));
      },
    ],
  },
  'PUT v2.0/user/{userId}/changepassword': {
    succeeds: [
      'The existing password changes it, with result 0, and ends other sessions',
      async (portal) => {
        const { browser, username, userId } = await portal.registerClient();
        const other = await portal.logIn(username);
        const answer = await browser.put(`/api/v2.0/user/${userId}/changepassword`, {
          oldpassword: password,
          newpassword: newPassword,
          newpasswordconfirmation: newPassword,
        });
        expectAnswer(answer, { result: 0, loginAttempts: expect.any(Number) });
        expectProblem(await other.get('/api/v2.0/accounts'), 401);
        expectAnswer(await browser.get('/api/v2.0/accounts'));
      },
    ],
    refuses: [
      'Another user’s id is 404, and an unregistered session 401',
      async (portal) => {
        const body = {
          oldpassword: password,
          newpassword: newPassword,
          newpasswordconfirmation: newPassword,
        };
        const url = `/api/v2.0/user/${portal.stranger.userId}/changepassword`;
        expectProblem(await portal.client.browser.put(url, body), 404);
        const { browser, userId } = await beginRegistration(portal);
        expectProblem(await browser.put(`/api/v2.0/user/${userId}/changepassword`, body), 401);
      },
    ],
    rejects: [
      'A wrong password is result 2, then 1; a bad new one is 400 at its field',
      async (portal) => {
        const { browser, userId } = await portal.registerClient();
        const change = (body: object) =>
          browser.put(`/api/v2.0/user/${userId}/changepassword`, {
            oldpassword: password,
            newpassword: newPassword,
            newpasswordconfirmation: newPassword,
            ...body,
          });
        expectProblem(
          await change({ newpasswordconfirmation: 'Etwas-Anderes-9' }),
          400,
          'invalidInput',
          '/newpasswordconfirmation',
        );
        expectProblem(
          await change({ newpassword: 'kurz', newpasswordconfirmation: 'kurz' }),
          400,
          'invalidInput',
          '/newpassword',
        );
        const oldpassword = 'Etwas-Anderes-9';
        const results = [];
        for (let attempt = 0; attempt < 6; attempt += 1)
          results.push(expectAnswer(await change({ oldpassword })));
        expect(results.map(({ result }) => result)).toEqual(
          expect.arrayContaining([2, 1]) as unknown,
        );
        expect(results[0]).toEqual({ result: 2, loginAttempts: 4 });
        expect(results.at(-1)).toEqual({ result: 1, loginAttempts: 0 });
      },
    ],
  },
};
