import { expect } from 'vitest';
import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { nobodysId } from './samples.ts';

const wizardUrl = (key: string): string => `/api/v2.0/user/${key}/wizard`;
const registerUrl = (accountId: string, key: string): string =>
  `/api/v2.0/e.consult.${accountId}/user/${key}/register`;

/** An invited person who has entered the PIN, with the body of the registration. */
export async function beginRegistration(portal: Portal) {
  const invited = await portal.invite();
  const browser = await portal.openAdhoc(invited);
  const body = await portal.prepareRegistration(invited, browser);
  const url = registerUrl(portal.account.accountId, invited.hashUserKey);
  return { ...invited, browser, body, url };
}

/** The way from an invitation to a login. */
export const registrationFacts: Facts = {
  'GET v2.0/user/{x}/checkUsername/{username}': {
    succeeds: [
      'A free username is valid, and a taken one is not',
      async (portal) => {
        const { browser, userId } = await beginRegistration(portal);
        const check = (name: string) =>
          browser.get(`/api/v2.0/user/${userId}/checkUsername/${name}`);
        expectAnswer(await check('noch.frei'), { isValid: true });
        expectAnswer(await check(portal.client.username), {
          isValid: false,
          reasonMessage: expect.any(String),
        });
      },
    ],
    refuses: [
      'Another user’s id is 404, and a visitor 401',
      async ({ client, stranger, visit }) => {
        const url = `/api/v2.0/user/${stranger.userId}/checkUsername/noch.frei`;
        expectProblem(await client.browser.get(url), 404);
        expectProblem(await visit().get(url), 401);
      },
    ],
    rejects: [
      'A username with a space is not valid',
      async ({ client }) =>
        void expectAnswer(
          await client.browser.get(`/api/v2.0/user/${client.userId}/checkUsername/a%20b`),
          { isValid: false },
        ),
    ],
  },
  'GET v2.0/e.consult.{acc}/user/{key}/register': {
    succeeds: [
      'The registration’s key is the same for every request',
      async (portal) => {
        const { browser, body, url } = await beginRegistration(portal);
        expectAnswer(await browser.get(url), { asyncTaskKey: body['Key'] });
      },
    ],
    refuses: [
      'A visitor is 401, and the invitation of another person 404',
      async (portal) => {
        const { browser } = await beginRegistration(portal);
        const { hashUserKey } = await portal.invite();
        const url = registerUrl(portal.account.accountId, hashUserKey);
        expectProblem(await portal.visit().get(url), 401);
        expectProblem(await browser.get(url), 404);
      },
    ],
    rejects: [
      'An unknown key is 404',
      async (portal) => {
        const { browser } = await beginRegistration(portal);
        const url = registerUrl(portal.account.accountId, 'x'.repeat(32));
        expectProblem(await browser.get(url), 404);
      },
    ],
  },
  'POST v2.0/e.consult.{acc}/user/{key}/register': {
    succeeds: [
      'A registration opens the login, and a retry gets the first response',
      async (portal) => {
        const { browser, body, url, userId } = await beginRegistration(portal);
        const done = await browser.post(url, body);
        expectAnswer(done, { userId, userStatus: 1 });
        expect((await browser.post(url, body)).body).toEqual(done.body);
        const { token } = await portal.logIn(String(body['username']));
        expect(token).toEqual(expect.any(String));
      },
    ],
    refuses: [
      'A visitor is 401, and so is a registered session',
      async (portal) => {
        const { body, url } = await beginRegistration(portal);
        expectProblem(await portal.visit().post(url, body), 401);
        expectProblem(await portal.client.browser.post(url, body), 401);
      },
    ],
    rejects: [
      'Weak passwords, another confirmation, no acceptance and no hashes are 400 at their fields',
      async (portal) => {
        const { browser, body, url } = await beginRegistration(portal);
        const { statementHashes: _, ...without } = body;
        for (const [changed, field] of [
          [{ ...body, password: '12345678', passwordConfirmation: '12345678' }, '/password'],
          [{ ...body, password: 'Ab1!', passwordConfirmation: 'Ab1!' }, '/password'],
          [{ ...body, passwordConfirmation: 'Etwas-Anderes-9' }, '/passwordConfirmation'],
          [{ ...body, AgbsAccepted: false }, '/AgbsAccepted'],
          [without, '/statementHashes'],
        ] as const)
          expectProblem(await browser.post(url, changed), 400, 'invalidInput', field);
        const hashes = { agb: '0'.repeat(64), datenschutz: '0'.repeat(64) };
        expectProblem(
          await browser.post(url, { ...body, statementHashes: hashes }),
          409,
          'statementsChanged',
        );
        expectProblem(
          await browser.post(url, { ...body, username: portal.client.username }),
          409,
          'usernameTaken',
        );
      },
    ],
  },
  'GET v2.0/user/task/{id}': {
    succeeds: [
      'The registration’s task is 204 until it is done',
      async (portal) => {
        const { browser, body, url } = await beginRegistration(portal);
        const task = `/api/v2.0/user/task/${String(body['Key'])}`;
        expect((await browser.get(task)).status).toBe(204);
        await browser.post(url, body);
        expectAnswer(await browser.get(task));
      },
    ],
    refuses: [
      'A visitor is 401, and another person’s task 404 like an unknown one',
      async (portal) => {
        const { body } = await beginRegistration(portal);
        const url = `/api/v2.0/user/task/${String(body['Key'])}`;
        expectProblem(await portal.visit().get(url), 401);
        const foreign = await portal.client.browser.get(url);
        expectProblem(foreign, 404, 'notFound');
        expectAlike(foreign, await portal.client.browser.get(`/api/v2.0/user/task/${nobodysId}`));
      },
    ],
    rejects: [
      'An id that cannot be one is 400',
      async ({ client }) =>
        void expectProblem(await client.browser.get('/api/v2.0/user/task/!'), 400),
    ],
  },
  'GET v2.0/user/{hashUserKey}/metadata': {
    succeeds: [
      'An invitation names the provider and its texts, and nothing of the person',
      async ({ account, invite, visit }) => {
        const { hashUserKey, userId, email } = await invite();
        const answer = await visit().get(`/api/v2.0/user/${hashUserKey}/metadata`);
        expectAnswer(answer, {
          accountId: account.accountId,
          accountName: 'Kanzlei nord',
          userId,
          userStatus: 0,
          authentication: expect.any(String),
          userRegistered: false,
          isSmsAvailable: false,
          esyThingAgb: '# Regeln',
          esyThingDatenschutz: '# Datenschutz',
          phone: expect.any(String),
          mainColor: expect.stringMatching(/^#/),
          assistants: expect.any(Array),
        });
        expect(answer.bytes.toString()).not.toMatch(new RegExp(`Castillo|${email}`));
      },
    ],
    refuses: [
      'A revoked invitation is 410',
      async ({ account, invite, visit }) => {
        const { hashUserKey, userId } = await invite();
        await account.provider('delete', `/users/${userId}/invitations`);
        expectProblem(
          await visit().get(`/api/v2.0/user/${hashUserKey}/metadata`),
          410,
          'linkExpired',
        );
      },
    ],
    rejects: [
      'An unknown key is 404',
      async ({ visit }) =>
        void expectProblem(
          await visit().get(`/api/v2.0/user/${'x'.repeat(32)}/metadata`),
          404,
          'linkInvalid',
        ),
    ],
    also: [
      [
        'A registered user’s invitation says so',
        async ({ client, visit }) =>
          void expectAnswer(await visit().get(`/api/v2.0/user/${client.hashUserKey}/metadata`), {
            userStatus: 1,
            userRegistered: true,
          }),
      ],
    ],
  },
  'GET v2.0/user/{hashUserKey}/wizard': {
    succeeds: [
      'The wizard’s data is there after the PIN',
      async (portal) => {
        const { browser, hashUserKey, userId, email } = await beginRegistration(portal);
        expectAnswer(await browser.get(wizardUrl(hashUserKey)), {
          accountId: portal.account.accountId,
          userId,
          firstName: 'Miriam',
          email,
          token: expect.any(String),
        });
      },
    ],
    refuses: [
      'A visitor is 401, and another person’s invitation 404',
      async (portal) => {
        const { browser } = await beginRegistration(portal);
        const { hashUserKey } = await portal.invite();
        expectProblem(await portal.visit().get(wizardUrl(hashUserKey)), 401);
        expectProblem(await browser.get(wizardUrl(hashUserKey)), 404);
      },
    ],
    rejects: [
      'An unknown key is 404',
      async (portal) => {
        const { browser } = await beginRegistration(portal);
        expectProblem(await browser.get(wizardUrl('x'.repeat(32))), 404);
      },
    ],
  },
};
