import { expect } from 'vitest';
import sharp from 'sharp';
import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Account } from './provider.ts';
import type { Facts, Portal } from './portal.ts';
import { get, nobodysId } from './samples.ts';

const logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#14505c' } })
  .png()
  .toBuffer();

/** Uploads an image as the provider and makes it a logo. */
async function setLogo({ visit }: Portal, { apiKey, provider }: Account, path: string) {
  const form = new FormData();
  form.set('File', new Blob([new Uint8Array(logo)]), 'logo.png');
  const sent = await visit().post('/provider/v1/files', undefined, {
    form,
    headers: { 'x-api-key': apiKey },
  });
  await provider('put', path, { fileId: get(sent.body, 'fileuploadId') });
}

const logoFacts = (name: 'logo' | 'secondarylogo', put: string): Facts[string] => ({
  succeeds: [
    'The logo is an image, and 404 means none',
    async (portal) => {
      const { account, other, visit } = portal;
      const url = (accountId: string) => `/api/v2.0/e.consult.${accountId}/accounts/${name}`;
      await setLogo(portal, account, put);
      const answer = await visit().get(url(account.accountId));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
      expectProblem(await visit().get(url(other.accountId)), 404);
    },
  ],
  refuses: [
    'A logo changes with the provider’s key only',
    async ({ client, visit }) => {
      for (const browser of [visit(), client.browser])
        expectProblem(await browser.put(`/provider/v1${put}`, { fileId: nobodysId }), 401);
    },
  ],
  rejects: [
    'An unknown account is 404',
    async ({ visit }) =>
      void expectProblem(
        await visit().get(`/api/v2.0/e.consult.${nobodysId}/accounts/${name}`),
        404,
      ),
  ],
});

const textFacts = (name: 'agb' | 'datenschutz', query: string, text: string): Facts[string] => ({
  succeeds: [
    'The text is public, with the hash by which it is accepted',
    async ({ account, visit }) => {
      const url = `/api/v2.0/e.consult.${account.accountId}/account/${name}${query}`;
      expectAnswer(await visit().get(url), {
        [name]: text,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    },
  ],
  refuses: [
    'A program without the web client’s keys is 401',
    async ({ account, visit }) =>
      void expectProblem(
        await visit().get(`/api/v2.0/e.consult.${account.accountId}/account/${name}`, {
          headers: { 'x-api-key': 'wrong' },
        }),
        401,
      ),
  ],
  rejects: [
    'An account without the text and an unknown one are 404',
    async ({ other, visit }) => {
      for (const accountId of [other.accountId, nobodysId])
        expectProblem(
          await visit().get(`/api/v2.0/e.consult.${accountId}/account/${name}${query}`),
          404,
        );
    },
  ],
});

const supportBody = (accountId: string) => ({
  accountId,
  payload: { email: 'miriam@beispiel.example', description: 'Wie ändere ich meine Adresse?' },
});

/** Accounts of the user and their public side. */
export const accountFacts: Facts = {
  'GET v2.0/accounts': {
    succeeds: [
      'A user has their own accounts, with colours, texts and unread counts',
      async ({ account, client }) => {
        const { accounts } = expectAnswer(await client.browser.get('/api/v2.0/accounts'));
        expect(accounts).toMatchObject([
          {
            id: account.accountId,
            name: 'Kanzlei nord',
            uniqueAccountKey: 'nord',
            phone: expect.any(String),
            website: expect.any(String),
            categories: expect.any(Array),
            mainColor: expect.stringMatching(/^#/),
            secondaryColor: expect.stringMatching(/^#/),
            isActivated: true,
            totalUnreadMessage: expect.any(Number),
            autoResponderSetting: { isActivated: false, message: expect.any(String) },
            assistants: expect.any(Array),
          },
        ]);
      },
    ],
    refuses: [
      'A visitor and a forged token are 401',
      async ({ visit }) => {
        expectProblem(await visit().get('/api/v2.0/accounts'), 401, 'unauthorized');
        expectProblem(await visit('eyJhbGciOiJub25lIn0.e30.').get('/api/v2.0/accounts'), 401);
      },
    ],
    rejects: [
      'An unknown query parameter is 400 by its name',
      async ({ client }) =>
        void expectProblem(
          await client.browser.get('/api/v2.0/accounts?sort=name'),
          400,
          'invalidInput',
          '/sort',
        ),
    ],
  },
  'GET v2.0/e.consult.{acc}/accounts/logo': logoFacts('logo', '/logo'),
  'GET v2.0/e.consult.{acc}/accounts/secondarylogo': logoFacts('secondarylogo', '/secondaryLogo'),
  'GET v2.0/e.consult.{acc}/account/agb': textFacts('agb', '?resultType=stream', '# Regeln'),
  'GET v2.0/e.consult.{acc}/account/datenschutz': textFacts('datenschutz', '', '# Datenschutz'),
  'POST v2.0/e.consult.{acc}/account/activate': {
    succeeds: [
      'Accepting the shown texts activates the account, and a repeat changes nothing',
      async ({ account, openAdhoc, invite }) => {
        const browser = await openAdhoc(await invite());
        const list = async () => expectAnswer(await browser.get('/api/v2.0/accounts'));
        const before = await list();
        expect(get<boolean>(before, 'accounts', 0, 'isActivated')).toBe(false);
        const url = `/api/v2.0/e.consult.${account.accountId}/account/activate`;
        const body = {
          accountId: account.accountId,
          agbAndDatenschutzAccepted: true,
          statementHashes: get<object>(before, 'accounts', 0, 'statementHashes'),
        };
        expectAnswer(await browser.post(url, body));
        expectAnswer(await browser.post(url, body));
        expect(get<boolean>(await list(), 'accounts', 0, 'isActivated')).toBe(true);
      },
    ],
    refuses: [
      'A visitor is 401, and an account of others 404',
      async ({ account, stranger, visit }) => {
        const url = `/api/v2.0/e.consult.${account.accountId}/account/activate`;
        const body = { accountId: account.accountId, agbAndDatenschutzAccepted: true };
        expectProblem(await visit().post(url, body), 401);
        expectProblem(await stranger.browser.post(url, body), 404);
      },
    ],
    rejects: [
      'No acceptance and no hashes are 400 at their fields, other texts 409',
      async ({ account, openAdhoc, invite }) => {
        const browser = await openAdhoc(await invite());
        const url = `/api/v2.0/e.consult.${account.accountId}/account/activate`;
        const body = { accountId: account.accountId, agbAndDatenschutzAccepted: true };
        expectProblem(
          await browser.post(url, { ...body, agbAndDatenschutzAccepted: false }),
          400,
          'invalidInput',
          '/agbAndDatenschutzAccepted',
        );
        expectProblem(await browser.post(url, body), 400, 'invalidInput', '/statementHashes');
        const statementHashes = { agb: '0'.repeat(64), datenschutz: '0'.repeat(64) };
        expectProblem(
          await browser.post(url, { ...body, statementHashes }),
          409,
          'statementsChanged',
        );
      },
    ],
    also: [
      [
        'The account’s calls are 403 until it is activated',
        async ({ account, openAdhoc, openCase, invite }) => {
          const invited = await invite();
          const caseId = await openCase(invited);
          const browser = await openAdhoc(invited);
          const root = `/api/v2.0/e.consult.${account.accountId}`;
          const urls = [
            `${root}/akten`,
            `${root}/akten/${caseId}`,
            `${root}/akten/timeline/${caseId}`,
          ];
          for (const url of urls) expectProblem(await browser.get(url), 403, 'activationRequired');
          const accounts = expectAnswer(await browser.get('/api/v2.0/accounts'));
          await browser.post(`${root}/account/activate`, {
            accountId: account.accountId,
            agbAndDatenschutzAccepted: true,
            statementHashes: get<object>(accounts, 'accounts', 0, 'statementHashes'),
          });
          for (const url of urls) expectAnswer(await browser.get(url));
        },
      ],
    ],
  },
  'GET account/{id}/publicinfo': {
    succeeds: [
      'The public information has the names of both specifications',
      async ({ account, visit }) =>
        void expectAnswer(await visit().get(`/api/account/${account.accountId}/publicinfo`), {
          accountId: account.accountId,
          accountName: 'Kanzlei nord',
          accountShortName: 'nord',
          uniqueAccountKey: 'nord',
          accountUniqueKey: 'nord',
          primaryColor: expect.stringMatching(/^#/),
          primaryLogoUrl: expect.toSatisfy(
            (url: unknown) => url === null || typeof url === 'string',
          ),
          secondaryLogoUrl: expect.toSatisfy(
            (url: unknown) => url === null || typeof url === 'string',
          ),
          welcomeText: expect.any(String),
          welcomeHeadline: expect.any(String),
          terms: '# Regeln',
          esyThingAgb: '# Regeln',
          privacy: '# Datenschutz',
          esyThingDatenschutz: '# Datenschutz',
          contact: { street: 'Weg 1', postalCode: '20259', city: 'Hamburg' },
          assistants: expect.any(Array),
        }),
    ],
    refuses: [
      'A program without the web client’s keys is 401',
      async ({ account, visit }) =>
        void expectProblem(
          await visit().get(`/api/account/${account.accountId}/publicinfo`, {
            headers: { 'x-application-key': '' },
          }),
          401,
        ),
    ],
    rejects: [
      'An unknown account is 404',
      async ({ visit }) =>
        void expectProblem(await visit().get(`/api/account/${nobodysId}/publicinfo`), 404),
    ],
  },
  'GET account/uniqueAccountKey/{identify}': {
    succeeds: [
      'A public key resolves to its account',
      async ({ account, visit }) =>
        void expectAnswer(await visit().get(`/api/account/uniqueAccountKey/${account.key}`), {
          accountId: account.accountId,
        }),
    ],
    refuses: [
      'A program without the web client’s keys is 401',
      async ({ account, visit }) =>
        void expectProblem(
          await visit().get(`/api/account/uniqueAccountKey/${account.key}`, {
            headers: { 'x-application-key': 'wrong' },
          }),
          401,
        ),
    ],
    rejects: [
      'An unknown key is 404',
      async ({ visit }) =>
        void expectProblem(await visit().get('/api/account/uniqueAccountKey/niemand'), 404),
    ],
  },
  'POST v2.0/e.consult.{acc}/support': {
    succeeds: [
      'A question is mailed once, also when the call is retried',
      async ({ account, client }) => {
        const url = `/api/v2.0/e.consult.${account.accountId}/support`;
        const key = 'support-key-of-this-test';
        const body = supportBody(account.accountId);
        const first = await client.browser.post(url, body, { key });
        expectAnswer(first);
        expect((await client.browser.post(url, body, { key })).body).toEqual(first.body);
        const changed = {
          ...body,
          payload: { ...body.payload, description: 'Eine andere Frage.' },
        };
        expectProblem(await client.browser.post(url, changed, { key }), 409, 'conflict');
      },
    ],
    refuses: [
      'A visitor is 401, and an account of others 404 like an unknown one',
      async ({ other, client, visit }) => {
        const url = (accountId: string) => `/api/v2.0/e.consult.${accountId}/support`;
        const body = supportBody(other.accountId);
        expectProblem(await visit().post(url(other.accountId), body), 401);
        const foreign = await client.browser.post(url(other.accountId), body);
        expectProblem(foreign, 404);
        expectAlike(foreign, await client.browser.post(url(nobodysId), body));
      },
    ],
    rejects: [
      'A wrong address and an empty question are 400 at their fields',
      async ({ account, client }) => {
        const url = `/api/v2.0/e.consult.${account.accountId}/support`;
        const { accountId, payload } = supportBody(account.accountId);
        for (const [changed, field] of [
          [{ email: 'keine' }, '/payload/email'],
          [{ description: ' ' }, '/payload/description'],
        ] as const)
          expectProblem(
            await client.browser.post(url, { accountId, payload: { ...payload, ...changed } }),
            400,
            'invalidInput',
            field,
          );
      },
    ],
  },
};
