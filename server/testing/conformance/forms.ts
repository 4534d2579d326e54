import { expect } from 'vitest';
import { expectAlike, expectAnswer, expectProblem } from './browser.ts';
import type { Facts } from './portal.ts';
import { definition, name, openForm, processShape, submission } from './formSamples.ts';
import { get, nobodysId, note, picture } from './samples.ts';

const readsProcess: Facts[string] = {
  succeeds: [
    'An opened form has everything its page needs',
    async (portal) => {
      const { browser, url, workflowKey } = await openForm(portal);
      expectAnswer(await browser.get(url), { ...processShape, workflowKey });
    },
  ],
  refuses: [
    'A visitor without the form’s token is 401, and one of another form 404',
    async (portal) => {
      const { url } = await openForm(portal);
      const { browser } = await openForm(portal);
      expectProblem(await portal.visit().get(url), 401);
      expectProblem(await portal.client.browser.get(url), 401);
      expectProblem(await browser.get(url), 404);
    },
  ],
  rejects: [
    'A request without a workflow is 400',
    async (portal) => {
      const { browser } = await openForm(portal);
      expectProblem(
        await browser.get('/api/assistants/process'),
        400,
        'invalidInput',
        '/workflowKey',
      );
    },
  ],
};

const submitsProcess: Facts[string] = {
  succeeds: [
    'Answers are stored once, also when the call is retried, and reach the provider',
    async (portal) => {
      const { browser, url, process } = await openForm(portal);
      const sent = await browser.upload('/api/v2.0/files/upload', picture, {
        fields: { ElementId: 'photo' },
      });
      const file = {
        entityId: get(sent.body, 'files', 0, 'fileuploadId'),
        name: picture.name,
        extension: 'jpg',
      };
      const answers = [name, { elementId: 'photo', type: 'file', value: [file] }];
      const body = submission(process, answers);
      const key = `submission-${file.entityId}`;
      const first = await browser.post(url, body, { key });
      const { submissionId } = expectAnswer(first, {
        submissionId: expect.any(String),
        resultText: 'Danke!',
        returnUrl: null,
      });
      expectAlike(first, await browser.post(url, body, { key }));
      expectProblem(await browser.post(url, body, { key: 'another-key' }), 409, 'alreadySubmitted');
      const stored = await portal.account.provider('get', `/submissions/${String(submissionId)}`);
      expect(stored['answers']).toEqual(answers);
    },
  ],
  refuses: [
    'A visitor without the form’s token is 401, and one of another form 404',
    async (portal) => {
      const { url, process } = await openForm(portal);
      const { browser } = await openForm(portal);
      expectProblem(await portal.visit().post(url, submission(process, [name])), 401);
      expectProblem(await browser.post(url, submission(process, [name])), 404);
    },
  ],
  rejects: [
    'Wrong answers are 400 with pointers into the body and the elements beside them',
    async (portal) => {
      const { browser, url, process } = await openForm(portal);
      const sent = await browser.upload('/api/v2.0/files/upload', picture, {
        fields: { ElementId: 'photo' },
      });
      const file = {
        entityId: get(sent.body, 'files', 0, 'fileuploadId'),
        name: picture.name,
        extension: 'jpg',
      };
      const send = (answers: object[]) => browser.post(url, submission(process, answers));
      const amount = { elementId: 'amount', type: 'number', value: -1 };
      const wrong = expectProblem(
        await send([name, amount]),
        400,
        'invalidAnswers',
        '/answers/1/value',
      );
      expect(wrong['rules']).toMatchObject({
        '/answers/1/value': { elementId: 'amount', address: 'amount' },
      });
      expectProblem(
        await send([
          name,
          { elementId: 'photo', type: 'file', value: [{ ...file, size: file.entityId.length }] },
        ]),
        400,
        'invalidAnswers',
        '/answers/1/value/0/size',
      );
      const { rules } = expectProblem(await send([]), 400, 'invalidAnswers');
      expect(Object.values(rules as object)).toMatchObject([{ elementId: 'name' }]);
      expectProblem(
        await browser.post(url, submission(process, [name], { agbAccepted: false })),
        400,
        'invalidAnswers',
        '/agbAccepted',
      );
      expectProblem(
        await browser.post(url, submission(process, [name], { userId: 'x' })),
        400,
        'invalidInput',
        '/userId',
      );
    },
  ],
};

/** Forms without a login, and what they ask for. */
export const formFacts: Facts = {
  'GET assistants/process': readsProcess,
  'POST assistants/process': submitsProcess,
  'POST assistants/process/access': {
    succeeds: [
      'A visitor returns to a workflow and its uploads',
      async (portal) => {
        const { workflowKey, browser } = await openForm(portal);
        const sent = await browser.upload('/api/v2.0/files/upload', note, {
          fields: { ElementId: 'photo' },
        });
        const back = portal.visit();
        const body = expectAnswer(
          await back.post('/api/assistants/process/access', { workflowKey }),
          {
            workflowKey,
            accountId: portal.account.accountId,
            accessToken: expect.any(String),
          },
        );
        back.token = get(body, 'accessToken');
        const id = get(sent.body, 'files', 0, 'fileuploadId');
        expect((await back.get(`/api/files/download/${id}`)).status).toBe(200);
      },
    ],
    refuses: [
      'A program without the web client’s keys is 401, and a sent workflow 409',
      async (portal) => {
        const { workflowKey, browser, url, process } = await openForm(portal);
        const access = '/api/assistants/process/access';
        const headers = { 'x-api-key': '' };
        expectProblem(await portal.visit().post(access, { workflowKey }, { headers }), 401);
        await browser.post(url, submission(process, [name]));
        expectProblem(await portal.visit().post(access, { workflowKey }), 409, 'alreadySubmitted');
      },
    ],
    rejects: [
      'An unknown workflow is 404, and none 400',
      async ({ visit }) => {
        const access = '/api/assistants/process/access';
        expectProblem(await visit().post(access, { workflowKey: nobodysId }), 404);
        expectProblem(await visit().post(access, {}), 400, 'invalidInput', '/workflowKey');
      },
    ],
  },
  'GET e.consult.{acc}/externalRequestKey/{key}': {
    succeeds: [
      'A request’s key resolves to a workflow that can be opened',
      async ({ account, publish, visit }) => {
        const { formId } = await publish(definition);
        const made = await account.provider('post', '/externalRequests', { formId });
        const url = `/api/e.consult.${account.accountId}/externalRequestKey/${get(made, 'externalRequestKey')}`;
        const { workflowKey } = expectAnswer(await visit().get(url), {
          workflowKey: expect.any(String),
        });
        expectAnswer(await visit().post('/api/authenticate/adhoc/workflow', { key: workflowKey }), {
          accessToken: expect.any(String),
          workflowKey,
          workflowType: 'EXTERNALREQUEST',
        });
      },
    ],
    refuses: [
      'A request of another account is 404',
      async ({ account, other, publish, visit }) => {
        const { formId } = await publish(definition);
        const made = await account.provider('post', '/externalRequests', { formId });
        expectProblem(
          await visit().get(
            `/api/e.consult.${other.accountId}/externalRequestKey/${get(made, 'externalRequestKey')}`,
          ),
          404,
        );
      },
    ],
    rejects: [
      'An unknown key is 404',
      async ({ account, visit }) =>
        void expectProblem(
          await visit().get(`/api/e.consult.${account.accountId}/externalRequestKey/${nobodysId}`),
          404,
        ),
    ],
  },
  'GET e.consult.{acc}/participants/{postalCode}': {
    succeeds: [
      'The experts of a postal code are listed with id and name',
      async (portal) => {
        const { account, client } = portal;
        await account.provider('put', '/experts/expert-1', {
          name: 'Gutachten Nord',
          place: 'Hamburg',
          areas: ['20'],
        });
        const url = `/api/e.consult.${account.accountId}/participants`;
        const { browser } = await openForm(portal);
        for (const by of [browser, client.browser])
          expect(JSON.parse((await by.get(`${url}/20259`)).bytes.toString())).toMatchObject([
            { id: 'expert-1', name: 'Gutachten Nord' },
          ]);
        expect((await browser.get(`${url}/89073`)).bytes.toString()).toBe('[]');
      },
    ],
    refuses: [
      'A visitor is 401, and a client of others 404',
      async ({ account, stranger, visit }) => {
        const url = `/api/e.consult.${account.accountId}/participants/20259`;
        expectProblem(await visit().get(url), 401);
        expectProblem(await stranger.browser.get(url), 404);
      },
    ],
    rejects: [
      'A postal code that is not five digits is 400',
      async ({ account, client }) => {
        for (const code of ['2025', '202590', 'abcde'])
          expectProblem(
            await client.browser.get(`/api/e.consult.${account.accountId}/participants/${code}`),
            400,
            'invalidInput',
          );
      },
    ],
  },
  'GET v1.0/insurances': {
    succeeds: [
      'The insurers have id and name',
      async ({ client }) =>
        expect(
          JSON.parse((await client.browser.get('/api/v1.0/insurances')).bytes.toString()),
        ).toEqual([{ foreignId: '7', name: 'Rechtsschutz Nord' }]),
    ],
    refuses: [
      'A visitor without a token is 401',
      async ({ visit }) => void expectProblem(await visit().get('/api/v1.0/insurances'), 401),
    ],
    rejects: [
      'An unknown query parameter is 400',
      async ({ client }) =>
        void expectProblem(
          await client.browser.get('/api/v1.0/insurances?q=a'),
          400,
          'invalidInput',
          '/q',
        ),
    ],
  },
};
