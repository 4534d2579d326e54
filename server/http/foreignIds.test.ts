import { createHash } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Id } from '#schemas/common.ts';
import type { ContentKind, Endpoint, SessionKind } from '#schemas/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import {
  buildWorld,
  worldPassword,
  worldPicture,
  type IdKind,
  type World,
  type WorldCaller,
} from '#server/testing/world.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { addressesOf } from './route.ts';

type Give = (place: string) => string;

/** Whose id stands at a place of a call; null: nobody's. A place of one call alone is named with its path. */
const kindOfPlace: Readonly<Record<string, IdKind | null>> = {
  acc: 'account',
  accountId: 'account',
  akte: 'case',
  caseId: 'case',
  folder: 'folder',
  folderId: 'folder',
  parentId: 'folder',
  messageId: 'message',
  Around: 'message',
  formId: 'form',
  feedbackFormId: 'form',
  mainServiceFormId: 'form',
  submissionId: 'submission',
  externalRequestKey: 'request',
  expertId: 'expert',
  userId: 'user',
  userIds: 'user',
  sessionId: 'session',
  passkeyId: 'passkey',
  workflowKey: 'workflow',
  hashUserKey: 'invitation',
  key: 'invitation',
  Key: 'registration',
  akteIdHash: 'case',
  workflowId: 'task',
  assigneeId: 'user',
  UploadId: 'upload',
  UploadIds: 'sendable',
  entityId: 'sendable',
  fileIds: 'providerFile',
  attachment: 'providerFile',
  '/v2.0/e.consult.:acc/akten/timeline/:akte/folder/:folder Around': 'folderMessage',
  '/v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite id': 'message',
  '/v2.0/e.consult.:acc/akten/:akte/messages/:id/read id': 'message',
  '/v2.0/e.consult.:acc/akten/:akte/messages/:id/pdf id': 'message',
  '/files/download/:id id': 'file',
  '/files/thumbnail/:id id': 'upload',
  '/v2.0/files/upload/:id id': 'upload',
  '/v2.0/files/resumable/:id id': 'resumable',
  '/v2.0/files/resumable/:id/finish id': 'resumable',
  '/v2.0/user/task/:id id': 'registration',
  '/e.consult.:acc/assistants/processes/:akteIdHash/workflow/:workflowKey workflowKey': 'task',
  '/e.consult.:acc/assistants/process workflowKey': 'task',
  '/e.consult.:acc/assistants/process entityId': 'taskFile',
  '/files/preview/:id id': 'upload',
  '/files/play/:id id': 'upload',
  '/provider/v1/cases/:caseId/messages/:messageId/files/:fileId fileId': 'file',
  '/provider/v1/submissions/:submissionId/files/:fileId fileId': 'submissionFile',
  '/v2.0/e.consult.:acc/user/:userId/profile/picture/other userId': 'colleague',
  '/provider/v1/logo fileId': 'providerFile',
  '/provider/v1/secondaryLogo fileId': 'providerFile',
  postalCode: null,
  username: null,
};

/** A visitor may read what a form has attached, and uploads of their own; a client what came with messages. */
const fileOf: Partial<Record<WorldCaller, IdKind>> = { form: 'upload' };

/** A provider gives its experts numbers of its own: another's number is a new one. */
const namedByCaller = 'PUT /provider/v1/experts/:expertId';

const password = 'Fahrrad-im-Regen';

/** What calls with a body send; `give` puts an id at its place. */
const bodies: Readonly<Record<string, (give: Give) => object>> = {
  'POST /v2.0/e.consult.:acc/account/activate': (give) => ({
    accountId: give('accountId'),
    agbAndDatenschutzAccepted: true,
  }),
  'POST /assistants/process': (give) => ({
    revision: 1,
    language: 'de',
    agbAccepted: true,
    datenschutzAccepted: true,
    answers: [
      {
        elementId: 'papers',
        type: 'file',
        value: [
          {
            entityId: give('entityId'),
            name: worldPicture.name,
            extension: 'jpg',
            size: worldPicture.content.length,
          },
        ],
      },
    ],
  }),
  'POST /provider/v1/cases': (give) => ({ header: 'Brandt', userIds: [give('userIds')] }),
  'POST /provider/v1/cases/:caseId/folders': (give) => ({
    name: 'Fotos',
    parentId: give('parentId'),
  }),
  'PUT /provider/v1/cases/:caseId/folders/:folderId': () => ({ name: 'Fotos' }),
  'PUT /provider/v1/cases/:caseId': (give) => ({ header: 'Brandt', userIds: [give('userIds')] }),
  'PUT /v2.0/user/:userId/changepassword': () => ({
    oldpassword: 'wrong',
    newpassword: password,
    newpasswordconfirmation: password,
  }),
  'PUT /provider/v1/experts/:expertId': () => ({
    name: 'Gutachten Süd',
    place: 'Ulm',
    areas: ['89'],
  }),
  'POST /provider/v1/externalRequests': (give) => ({ formId: give('formId') }),
  'POST /provider/v1/externalRequests/:externalRequestKey/pin': () => ({}),
  'POST /provider/v1/cases/:caseId/messages': (give) => ({
    header: 'Gutachten',
    text: 'Es liegt vor.',
    folderId: give('folderId'),
    fileIds: [give('fileIds')],
  }),
  'POST /v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages': (give) => ({
    Header: 'Frage',
    TextContent: 'Und jetzt?',
    UploadIds: [give('UploadIds')],
  }),
  'POST /v2.0/e.consult.:acc/akten/:akte/messages': (give) => ({
    Header: 'Frage',
    TextContent: 'Und jetzt?',
    UploadIds: [give('UploadIds')],
  }),
  'POST /provider/v1/forms/:formId/pin': () => ({}),
  'POST /v2.0/e.consult.:acc/user/:userId/profile/picture': (give) => ({
    UploadId: give('UploadId'),
  }),
  'POST /provider/v1/forms': (give) => ({
    definition: {
      title: 'Rückruf',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
      attachments: [{ id: give('attachment'), fileName: 'a.txt' }],
    },
  }),
  'PUT /provider/v1/forms/:formId': (give) => ({
    definition: {
      title: 'Rückruf',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
      attachments: [{ id: give('attachment'), fileName: 'a.txt' }],
    },
  }),
  'POST /v2.0/user/:userId/secondfactor/passkeys': () => ({
    name: 'Telefon',
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    },
  }),
  'PUT /v2.0/user/:userId/secondfactor/totp': () => ({ setup: 'none', code: '000000' }),
  'POST /v2.0/user/:userId/secondfactor/passkeys/:passkeyId/remove': () => ({
    password: worldPassword,
  }),
  'POST /v2.0/user/:userId/secondfactor/totp/remove': () => ({ password }),
  'POST /v2.0/user/:userId/sessions/:sessionId/end': () => ({ password: worldPassword }),
  'POST /v2.0/user/:userId/sessions/end': () => ({ password: worldPassword }),
  'POST /v2.0/user/:userId/secondfactor/recoverycodes': () => ({ password }),
  'POST /v2.0/user/:userId/secondfactor/passkeys/options': () => ({ password }),
  'POST /v2.0/user/:userId/secondfactor/totp': () => ({ password }),
  'POST /v2.0/e.consult.:acc/support': (give) => ({
    accountId: give('accountId'),
    payload: { email: 'miriam@beispiel.example', description: 'Hilfe' },
  }),
  'POST /provider/v1/users/:userId/invitations': () => ({ sendMail: false }),
  'POST /v2.0/e.consult.:acc/user/:key/register': (give) => ({
    username: 'miriam.castillo',
    password,
    passwordConfirmation: password,
    accountId: give('accountId'),
    Key: give('Key'),
    userId: give('userId'),
    AgbsAccepted: true,
    token: 'none',
  }),
  'PUT /provider/v1/cases/:caseId/history': () => ({ stateGroups: [] }),
  'POST /e.consult.:acc/assistants/process': (give) => ({
    revision: 1,
    language: 'de',
    agbAccepted: true,
    datenschutzAccepted: true,
    answers: [
      {
        elementId: 'papers',
        type: 'file',
        value: [
          {
            entityId: give('entityId'),
            name: worldPicture.name,
            extension: 'jpg',
            size: worldPicture.content.length,
          },
        ],
      },
    ],
  }),
  'POST /provider/v1/cases/:caseId/tasks': (give) => ({
    formId: give('formId'),
    assigneeId: give('assigneeId'),
  }),
  'PUT /provider/v1/tasks/:workflowId': (give) => ({ assigneeId: give('assigneeId') }),
  'PUT /provider/v1/tasks/:workflowId/status': () => ({ status: 5 }),
  'PUT /v2.0/e.consult.:acc/board/:workflowId/status': () => ({ from: 4, to: 4 }),
  'PUT /v2.0/e.consult.:acc/board/:workflowId': (give) => ({ assigneeId: give('assigneeId') }),
  'PUT /provider/v1/staff/:userId': () => ({ role: 'admin' }),
  'PUT /provider/v1/taskReminders': () => ({ reminderHours: null }),
  'PUT /provider/v1/look': () => ({
    primaryColor: '#14505c',
    secondaryColor: '#c08a3e',
    welcomeHeadline: '',
    welcomeText: '',
    footerLinks: [],
  }),
  'PUT /provider/v1/logo': (give) => ({ fileId: give('fileId') }),
  'PUT /provider/v1/secondaryLogo': (give) => ({ fileId: give('fileId') }),
  'PUT /provider/v1/pages': () => ({ isDashboardDisabled: false, publicPageElsewhere: null }),
  'PUT /provider/v1/legalTexts': () => ({
    imprint: null,
    privacy: null,
    terms: null,
    accessibility: null,
  }),
  'PUT /provider/v1/profile': (give) => ({
    categories: [],
    feedbackFormId: give('feedbackFormId'),
    mainServiceFormId: give('mainServiceFormId'),
  }),
  'PUT /provider/v1/autoResponder': () => ({ isActivated: false, message: '' }),
  'PUT /provider/v1/returnHosts': () => ({ hosts: [] }),
  'POST /provider/v1/users': () => ({ firstName: 'M', lastName: 'C', email: 'm@beispiel.example' }),
};

/** Own calls that fail as well, but not for an id. */
const refusedOtherwise: Readonly<Record<string, number>> = {
  'POST /v2.0/files/resumable/:id/finish': 409, // nothing of it has come
  'PUT /v2.0/user/:userId/secondfactor/totp': 410, // was not begun
  'POST /v2.0/user/:userId/secondfactor/totp/remove': 404, // there is none
  'POST /v2.0/user/:userId/secondfactor/passkeys': 401, // of no device
  'POST /v2.0/e.consult.:acc/user/:key/register': 400, // without the wizard's token
  'POST /provider/v1/users/:userId/invitations': 409, // is registered already
  'POST /e.consult.:acc/assistants/process': 409, // the other client was first
  'POST /files/play/:id': 404, // is no film
  'PUT /provider/v1/logo': 400, // is no picture
  'PUT /provider/v1/secondaryLogo': 400,
  'GET /v2.0/user/task/:id': 404, // of whoever is invited, and so unknown to whoever is registered
};

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const idPattern = (Id as { pattern?: string }).pattern; // of the JSON schema, which its type does not tell
const isId = (schema: object): boolean => 'pattern' in schema && schema.pattern === idPattern;

/** Every property that holds ids, however deep. */
function idsIn(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (isId(schema)) return [name];
  const inside = [
    ...('properties' in schema ? Object.entries(schema.properties as object) : []),
    ...('items' in schema ? [[name, schema.items] as const] : []),
    ...('anyOf' in schema ? (schema.anyOf as object[]).map((one) => [name, one] as const) : []),
  ];
  return [...new Set(inside.flatMap(([key, part]) => idsIn(part, key)))];
}

const paramsOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const kindAt = ({ path }: Endpoint, place: string) => {
  const own = kindOfPlace[`${path} ${place}`];
  return own === undefined ? kindOfPlace[place] : own;
};

function placesInBody(endpoint: Endpoint): string[] {
  const places: string[] = [];
  bodies[nameOf(endpoint)]?.((place) => {
    places.push(place);
    return '';
  });
  return places;
}
const placesOf = (endpoint: Endpoint): string[] =>
  [...new Set([...paramsOf(endpoint), ...idsIn(endpoint.query), ...placesInBody(endpoint)])].filter(
    (place) => kindAt(endpoint, place) !== null,
  );

/** What calls send whose body is no JSON. */
const rawBodies: Partial<Record<ContentKind, string>> = {
  part: '%PDF',
  multipart:
    '--b\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n--b\r\nContent-Disposition: form-data; name="File"; filename="Vollmacht.txt"\r\n\r\nInhalt\r\n--b--\r\n',
};
const rawHeaders: Partial<Record<ContentKind, Record<string, string>>> = {
  part: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  multipart: { 'content-type': 'multipart/form-data; boundary=b' },
};

/** A client's file is a task's only where its workflow is named. */
const isOfTasksOnly = ({ path }: Endpoint, place: string): boolean =>
  place === 'workflowKey' && path.includes('/files/');

const guarded = endpoints.filter(({ session }) => !session.includes('public'));

describe('every place for an id', () => {
  it('is known', () => {
    const unknown = guarded.flatMap((endpoint) =>
      placesOf(endpoint)
        .filter((place) => kindAt(endpoint, place) === undefined)
        .map((place) => `${nameOf(endpoint)}: ${place}`),
    );
    expect(unknown).toEqual([]);
  });

  it('in a body is tried', () => {
    const left = guarded.flatMap((endpoint) => {
      const tried = placesInBody(endpoint);
      if (endpoint.body && !bodies[nameOf(endpoint)]) return [`${nameOf(endpoint)}: its body`];
      return idsIn(endpoint.body)
        .filter((place) => !tried.includes(place === 'id' ? 'attachment' : place))
        .map((place) => `${nameOf(endpoint)}: ${place}`);
    });
    expect(left).toEqual([]);
  });
});

describe('an id of somebody else’s', () => {
  let server: TestServer;
  let kept: string[];
  let [own, foreign]: [World, World] = [undefined as never, undefined as never]; // before all
  beforeAll(async () => {
    server = await startTestServer();
    [foreign, own] = [await buildWorld(server), await buildWorld(server)];
    kept = await keptOfForeign();
  });
  afterAll(() => server.close());

  /** A visitor has one workflow, and names none for a file. */
  const isAsked = (endpoint: Endpoint, who: SessionKind, place: string): boolean =>
    who !== 'form' || !isOfTasksOnly(endpoint, place);
  const cases = guarded
    .flatMap((endpoint) =>
      endpoint.session
        .filter((kind) => kind !== 'public')
        .map((who) => [nameOf(endpoint), who, endpoint] as const),
    )
    .filter(([, who, endpoint]) =>
      placesOf(endpoint).some((place) => isAsked(endpoint, who, place)),
    );

  /** What takes away comes last, a part before its whole, and what a provider does after what its clients do. */
  const order = ({ method, path }: Endpoint): number => {
    const isProviders = path.startsWith('/provider');
    if (path === '/v2.0/files/upload' || path === '/v2.0/files/resumable') return 0;
    if (method === 'GET' || method === 'HEAD') return 0;
    if (!/^DELETE|disable|remove|withdraw|\/end$/.test(`${method} ${path}`))
      return isProviders ? 150 : 1;
    return path.includes('/sessions')
      ? 50 + path.length
      : (isProviders ? 200 : 40) - path.split('/').length;
  };
  const ownCases = cases.toSorted(([, , one], [, , other]) => order(one) - order(other));

  const ownId = (endpoint: Endpoint, who: WorldCaller, place: string): string => {
    const kind =
      endpoint.path === '/files/download/:id' ? (fileOf[who] ?? 'file') : kindAt(endpoint, place);
    return kind ? own.ids[who][kind] : '20095';
  };

  /** The caller's own call, with another id at one place or several. */
  async function ask(
    endpoint: Endpoint,
    who: WorldCaller,
    others: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const give: Give = (place) => others[place] ?? ownId(endpoint, who, place);
    const asked = idsIn(endpoint.query).filter(
      (place) => others[place] !== undefined || !isOfTasksOnly(endpoint, place),
    );
    const query = new URLSearchParams([
      ...asked.map((place) => [place, give(place)]),
      ...(endpoint.path.endsWith('/search') ? [['Search', 'Text']] : []),
    ]);
    const payload =
      bodies[nameOf(endpoint)]?.(give) ??
      (endpoint.accepts ? rawBodies[endpoint.accepts] : undefined);
    const isTus = endpoint.path.startsWith('/v2.0/files/resumable');
    const call: InjectOptions = {
      method: endpoint.method,
      url: `${(addressesOf(endpoint)[0] ?? '').replace(/:(\w+)/g, (_, place: string) => give(place))}${query.size > 0 ? `?${query}` : ''}`,
      headers: {
        ...own.headers[who],
        ...(isTus ? { 'tus-resumable': '1.0.0' } : {}),
        ...(endpoint.accepts ? rawHeaders[endpoint.accepts] : {}),
        ...(nameOf(endpoint) === 'POST /v2.0/files/resumable'
          ? {
              'upload-length': '100',
              'upload-metadata': `filename ${btoa('Akte.pdf')},ElementId ${btoa('papers')}`,
            }
          : {}),
      },
      ...(payload ? { payload } : {}),
    };
    return server.app.inject(call);
  }

  const said = (answer: LightMyRequestResponse): [number, object | string] => [
    answer.statusCode,
    answer.body.startsWith('{') ? { ...json<object>(answer), requestId: '' } : answer.body,
  ];
  /** As long and as likely, and nobody's. */
  const nobodys = (id: string): string =>
    createHash('sha512').update(id).digest('base64url').repeat(2).slice(0, id.length);
  const foreignIds = (): string[] =>
    [...new Set(Object.values(foreign.ids).flatMap((ids) => Object.values(ids)))].filter(
      (id) => id !== '',
    );

  /** All that is kept of the other world. */
  async function keptOfForeign(): Promise<string[]> {
    const tables = await server.deps.db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) =>
        server.deps.db
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      ),
    );
    const ids = foreignIds();
    return rows
      .flat()
      .map((row) => JSON.stringify(row))
      .filter((row) => ids.some((id) => row.includes(id)))
      .sort();
  }

  it.each(cases.filter(([name]) => name !== namedByCaller))(
    'is answered by %s to a caller who is %s as one that nobody has, wherever it stands',
    async (...given) => {
      const [, who, endpoint] = given;
      const places = placesOf(endpoint).filter((place) => isAsked(endpoint, who, place));
      for (const place of places) {
        const [example = ''] = foreignIds();
        const unknown = said(await ask(endpoint, who, { [place]: nobodys(example) }));
        if (paramsOf(endpoint).includes(place)) expect([place, unknown[0]]).toEqual([place, 404]);
        const fitting = foreign.ids[who][kindAt(endpoint, place) ?? 'account'];
        const tried = foreignIds().filter(
          (id, index) => id === fitting || index % 3 === cases.indexOf(given) % 3,
        ); // all at every place would take minutes
        for (const id of tried)
          expect([place, id, said(await ask(endpoint, who, { [place]: id }))]).toEqual([
            place,
            id,
            unknown,
          ]);
      }
      const all = (change: (id: string) => string) =>
        Object.fromEntries(
          places.map((place) => [
            place,
            change(foreign.ids[who][kindAt(endpoint, place) ?? 'account'] || 'nobody-has-this'),
          ]),
        );
      expect(
        said(
          await ask(
            endpoint,
            who,
            all((id) => id),
          ),
        ),
      ).toEqual(said(await ask(endpoint, who, all(nobodys))));
    },
  );

  it('has changed and told nothing of theirs in all that', async () => {
    expect(await keptOfForeign()).toEqual(kept);
  });

  it.each(ownCases)(
    'is not what kept %s from answering a caller who is %s',
    async (name, who, endpoint) => {
      const { statusCode } = await ask(endpoint, who);
      expect([name, statusCode]).toEqual([
        name,
        expect.toSatisfy((status: number) => status < 300 || refusedOtherwise[name] === status),
      ]);
    },
  );
});
