import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, SessionKind } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { sessionLimits } from '#schemas/access/limits.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { listPaths } from '../route.ts';

/** Lists the access rules a second time on purpose, so that a change of access needs two edits. */
const whoMayCall: Readonly<Record<string, readonly string[]>> = {
  'form or registered or unregistered': [
    'DELETE /v2.0/files/resumable/:id',
    'DELETE /v2.0/files/upload/:id',
    'GET /e.consult.:acc/participants/:postalCode',
    'GET /files/download/:id',
    'GET /files/preview/:id',
    'GET /files/thumbnail/:id',
    'GET /v1.0/insurances',
    'HEAD /v2.0/files/resumable/:id',
    'PATCH /v2.0/files/resumable/:id',
    'POST /files/play/:id',
    'POST /v2.0/files/resumable',
    'POST /v2.0/files/resumable/:id/finish',
    'POST /v2.0/files/upload',
  ],
  form: ['GET /assistants/process', 'POST /assistants/process'],
  provider: [
    'DELETE /provider/v1/cases/:caseId',
    'DELETE /provider/v1/cases/:caseId/folders/:folderId',
    'DELETE /provider/v1/cases/:caseId/messages/:messageId',
    'DELETE /provider/v1/experts/:expertId',
    'DELETE /provider/v1/forms/:formId/pin',
    'DELETE /provider/v1/staff/:userId',
    'DELETE /provider/v1/users/:userId/invitations',
    'DELETE /provider/v1/users/:userId/secondFactor',
    'GET /provider/v1/autoResponder',
    'GET /provider/v1/cases',
    'GET /provider/v1/cases/:caseId',
    'GET /provider/v1/cases/:caseId/history',
    'GET /provider/v1/cases/:caseId/messages',
    'GET /provider/v1/cases/:caseId/messages/:messageId',
    'GET /provider/v1/cases/:caseId/messages/:messageId/files/:fileId',
    'GET /provider/v1/experts',
    'GET /provider/v1/externalRequests',
    'GET /provider/v1/forms',
    'GET /provider/v1/forms/:formId',
    'GET /provider/v1/legalTexts',
    'GET /provider/v1/look',
    'GET /provider/v1/pages',
    'GET /provider/v1/profile',
    'GET /provider/v1/returnHosts',
    'GET /provider/v1/staff',
    'GET /provider/v1/submissions',
    'GET /provider/v1/submissions/:submissionId',
    'GET /provider/v1/submissions/:submissionId/evidence',
    'GET /provider/v1/submissions/:submissionId/evidence.pdf',
    'GET /provider/v1/submissions/:submissionId/files/:fileId',
    'GET /provider/v1/taskReminders',
    'GET /provider/v1/tasks',
    'GET /provider/v1/tasks/:workflowId',
    'GET /provider/v1/users',
    'GET /provider/v1/users/:userId',
    'GET /provider/v1/users/:userId/acceptance',
    'POST /provider/v1/cases',
    'POST /provider/v1/cases/:caseId/folders',
    'POST /provider/v1/cases/:caseId/messages',
    'POST /provider/v1/cases/:caseId/tasks',
    'POST /provider/v1/externalRequests',
    'POST /provider/v1/externalRequests/:externalRequestKey/pin',
    'POST /provider/v1/files',
    'POST /provider/v1/forms',
    'POST /provider/v1/forms/:formId/pin',
    'POST /provider/v1/forms/:formId/publish',
    'POST /provider/v1/forms/:formId/withdraw',
    'POST /provider/v1/tasks/:workflowId/close',
    'POST /provider/v1/users',
    'POST /provider/v1/users/:userId/disable',
    'POST /provider/v1/users/:userId/enable',
    'POST /provider/v1/users/:userId/invitations',
    'PUT /provider/v1/autoResponder',
    'PUT /provider/v1/cases/:caseId',
    'PUT /provider/v1/cases/:caseId/folders/:folderId',
    'PUT /provider/v1/cases/:caseId/history',
    'PUT /provider/v1/experts/:expertId',
    'PUT /provider/v1/forms/:formId',
    'PUT /provider/v1/legalTexts',
    'PUT /provider/v1/logo',
    'PUT /provider/v1/look',
    'PUT /provider/v1/pages',
    'PUT /provider/v1/profile',
    'PUT /provider/v1/returnHosts',
    'PUT /provider/v1/secondaryLogo',
    'PUT /provider/v1/staff/:userId',
    'PUT /provider/v1/taskReminders',
    'PUT /provider/v1/tasks/:workflowId',
    'PUT /provider/v1/tasks/:workflowId/status',
  ],
  public: [
    'GET /account/:id/publicinfo',
    'GET /account/uniqueAccountKey/:identify',
    'GET /config',
    'GET /e.consult.:acc/externalRequestKey/:key',
    'GET /files/play/:id',
    'GET /files/upload/info',
    'GET /tiles',
    'GET /tiles/:z/:x/:y',
    'GET /v2.0/authenticate/adhoc/pin/:key',
    'GET /v2.0/e.consult.:acc/account/agb',
    'GET /v2.0/e.consult.:acc/account/datenschutz',
    'GET /v2.0/e.consult.:acc/accounts/icon',
    'GET /v2.0/e.consult.:acc/accounts/logo',
    'GET /v2.0/e.consult.:acc/accounts/secondarylogo',
    'GET /v2.0/legal/:legalText',
    'GET /v2.0/user/:hashUserKey/metadata',
    'GET /v2.0/user/password/:passwordKey',
    'POST /assistants/process/access',
    'POST /assistants/process/pages',
    'POST /authenticate/adhoc/pin',
    'POST /authenticate/adhoc/workflow',
    'POST /authenticate/login',
    'POST /v2.0/authenticate/adhoc',
    'POST /v2.0/authenticate/logout',
    'POST /v2.0/authenticate/passkey',
    'POST /v2.0/authenticate/passkey/options',
    'POST /v2.0/authenticate/refresh',
    'POST /v2.0/authenticate/secondfactor',
    'POST /v2.0/user/password',
    'POST /v2.0/user/username',
    'PUT /v2.0/user/password/:passwordKey',
  ],
  'registered or unregistered': [
    'DELETE /v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
    'GET /e.consult.:acc/assistants/process',
    'GET /e.consult.:acc/assistants/processes/:akteIdHash',
    'GET /e.consult.:acc/assistants/processes/:akteIdHash/workflow/:workflowKey',
    'GET /v2.0/accounts',
    'GET /v2.0/akten',
    'GET /v2.0/akten/search',
    'GET /v2.0/e.consult.:acc/akten',
    'GET /v2.0/e.consult.:acc/akten/:akte',
    'GET /v2.0/e.consult.:acc/akten/:akte/download',
    'GET /v2.0/e.consult.:acc/akten/:akte/esyaktehistory',
    'GET /v2.0/e.consult.:acc/akten/:akte/favorites',
    'GET /v2.0/e.consult.:acc/akten/:akte/files',
    'GET /v2.0/e.consult.:acc/akten/:akte/messages/:id/pdf',
    'GET /v2.0/e.consult.:acc/akten/:akte/search',
    'GET /v2.0/e.consult.:acc/akten/timeline/:akte',
    'GET /v2.0/e.consult.:acc/akten/timeline/:akte/folder/:folder',
    'GET /v2.0/e.consult.:acc/user/:userId/profile/picture',
    'GET /v2.0/e.consult.:acc/user/:userId/profile/picture/other',
    'GET /v2.0/events',
    'GET /v2.0/events/since',
    'GET /v2.0/user/:userId/checkUsername/:username',
    'GET /v2.0/user/task/:id',
    'POST /e.consult.:acc/assistants/process',
    'POST /v2.0/e.consult.:acc/account/activate',
    'POST /v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages',
    'POST /v2.0/e.consult.:acc/akten/:akte/messages',
    'POST /v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
    'POST /v2.0/e.consult.:acc/akten/:akte/messages/:id/read',
    'POST /v2.0/e.consult.:acc/support',
  ],
  registered: [
    'DELETE /v2.0/e.consult.:acc/user/:userId/profile/picture',
    'GET /v2.0/e.consult.:acc/board',
    'GET /v2.0/e.consult.:acc/board/:workflowId',
    'GET /v2.0/e.consult.:acc/board/staff',
    'GET /v2.0/e.consult.:acc/business/forms',
    'GET /v2.0/e.consult.:acc/business/forms/:formId',
    'GET /v2.0/e.consult.:acc/business/forms/:formId/preview',
    'GET /v2.0/user/:userId/secondfactor',
    'GET /v2.0/user/:userId/sessions',
    'POST /v2.0/e.consult.:acc/user/:userId/profile/picture',
    'POST /v2.0/user/:userId/secondfactor/passkeys',
    'POST /v2.0/user/:userId/secondfactor/passkeys/:passkeyId/remove',
    'POST /v2.0/user/:userId/secondfactor/passkeys/options',
    'POST /v2.0/user/:userId/secondfactor/recoverycodes',
    'POST /v2.0/user/:userId/secondfactor/totp',
    'POST /v2.0/user/:userId/secondfactor/totp/remove',
    'POST /v2.0/user/:userId/sessions/:sessionId/end',
    'POST /v2.0/user/:userId/sessions/end',
    'PUT /v2.0/e.consult.:acc/board/:workflowId',
    'PUT /v2.0/e.consult.:acc/board/:workflowId/status',
    'PUT /v2.0/user/:userId/changepassword',
    'PUT /v2.0/user/:userId/secondfactor/totp',
  ],
  unregistered: [
    'GET /v2.0/e.consult.:acc/user/:key/register',
    'GET /v2.0/user/:hashUserKey/wizard',
    'POST /v2.0/e.consult.:acc/user/:key/register',
  ],
};

const getName = ({ method, path }: Endpoint): string => `${method} ${path}`;

it('Every call has a row in this table', () => {
  const rows: Record<string, string[]> = {};
  for (const endpoint of endpoints)
    (rows[[...endpoint.session].sort().join(' or ')] ??= []).push(getName(endpoint));
  expect(
    Object.fromEntries(Object.entries(rows).map(([who, calls]) => [who, calls.sort()])),
  ).toEqual(whoMayCall);
});

describe('call', () => {
  let server: TestServer;
  let callers: Record<
    Exclude<SessionKind, 'public'> | 'nobody' | 'anExpiredUser',
    Record<string, string>
  >;
  let stranger: { accountId: string };

  beforeAll(async () => {
    server = await startTestServer();
    const account = await addAccount(server);
    stranger = await addAccount(server);
    const { id } = await addUser(server, [account.accountId]);
    const { processGuid } = await publish(server, account.apiKey, {
      title: 'T',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    const anExpiredUser = await signIn(server, id);
    server.clock.forward(sessionLimits.accessTokenSeconds * 1_000 + 1_000);
    callers = {
      nobody: webKeys,
      anExpiredUser,
      form: (await visit(server, processGuid)).headers,
      provider: { 'x-api-key': account.apiKey },
      registered: await signIn(server, id),
      unregistered: await signIn(server, id, 'unregistered', account.accountId),
    };
  });
  afterAll(() => server.close());

  const guarded = endpoints
    .filter(({ session }) => !session.includes('public'))
    .map((endpoint) => [getName(endpoint), endpoint] as const);
  const call = (
    endpoint: Endpoint,
    headers: Record<string, string>,
    accountId = 'nobody-has-this',
  ) => ({
    method: endpoint.method,
    url: (listPaths(endpoint)[0] ?? '')
      .replace(':acc', accountId)
      .replace(/:\w+/g, 'nobody-has-this'),
    headers,
  });
  const ask = (...given: Parameters<typeof call>) => server.app.inject(call(...given));
  /** Does not wait for the end of the response, because an event stream has none. */
  async function begin(...given: Parameters<typeof call>) {
    const answer = await server.app.inject({ ...call(...given), payloadAsStream: true });
    answer.stream().destroy();
    return answer;
  }

  it.each(guarded)('%s is open to its callers only', async (_, endpoint) => {
    for (const [who, headers] of Object.entries(callers)) {
      const { statusCode } = await begin(endpoint, headers);
      expect([who, statusCode === 401]).toEqual([
        who,
        !(endpoint.session as readonly string[]).includes(who),
      ]);
    }
  });

  it.each(
    guarded.filter(
      ([, { path, session }]) =>
        path.includes(':acc') &&
        session.some((kind) => kind === 'registered' || kind === 'unregistered'),
    ),
  )('%s refuses an account of another user', async (_, endpoint) => {
    for (const kind of ['registered', 'unregistered'] as const) {
      if (!endpoint.session.includes(kind)) continue;
      const [foreign, unknown] = [
        await ask(endpoint, callers[kind], stranger.accountId),
        await ask(endpoint, callers[kind]),
      ];
      expect([foreign.statusCode, { ...json(foreign), requestId: '' }]).toEqual([
        404,
        { ...json(unknown), requestId: '' },
      ]);
    }
  });
});
