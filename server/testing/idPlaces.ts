import { Id } from '#schemas/platform/common.ts';
import type { ContentKind, Endpoint } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import {
  worldPassword,
  worldPicture,
  type IdKind,
  type WorldCaller,
} from '#server/testing/world.ts';

export type Give = (place: string) => string;

/**
 * The owner of an id at a place of a call; null: an id without an owner. The path names a place
 * that only one call has.
 */
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
  keyId: 'apiKey',
  webhookId: 'webhook',
  deliveryId: 'delivery',
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

/**
 * A visitor may read a form's attachments and their own uploads; a client may read files of
 * messages.
 */
export const fileByCaller: Partial<Record<WorldCaller, IdKind>> = { form: 'upload' };

/** A provider numbers its own experts: another provider's number creates a new one. */
export const namedByCaller = 'PUT /provider/v1/experts/:expertId';

const password = 'Fahrrad-im-Regen';

/** Bodies of the calls; `give` puts an id at its place. */
export const bodies: Readonly<Record<string, (give: Give) => object>> = {
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
  'PUT /provider/v1/cases/:caseId/staff': (give) => ({ userIds: [give('userIds')] }),
  'PATCH /provider/v1/cases/:caseId': (give) => ({ userIds: [give('userIds')] }),
  'PATCH /provider/v1/users/:userId': () => ({ salutation: 'Frau' }),
  'PUT /v2.0/user/:userId/changepassword': () => ({
    oldpassword: 'wrong',
    newpassword: password,
    newpasswordconfirmation: password,
  }),
  'POST /v2.0/e.consult.:acc/account/leave': () => ({ password }),
  'POST /v2.0/user/:userId/email': () => ({ email: 'neu@beispiel.example', password }),
  'POST /v2.0/user/:userId/email/confirm': () => ({ code: '000000' }),
  'POST /v2.0/user/:userId/mobile': () => ({ mobile: '0171 7654321', password }),
  'POST /v2.0/user/:userId/mobile/confirm': () => ({ code: '000000' }),
  'PUT /v2.0/user/:userId/details': () => ({
    salutation: 'Frau',
    firstName: 'Miriam',
    lastName: 'Castillo',
    language: 'de',
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
  'POST /v2.0/e.consult.:acc/akten/:akte/messages/read': () => ({ Until: '2026-11-20T09:00:00Z' }),
  'POST /v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages/read': () => ({
    Until: '2026-11-20T09:00:00Z',
  }),
  'POST /provider/v1/forms/:formId/pin': () => ({}),
  'PUT /provider/v1/forms/:formId/closing': () => ({ isClosed: true }),
  'PUT /provider/v1/forms/:formId/visibility': () => ({ visibility: 'unlisted' }),
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
  'PUT /v2.0/e.consult.:acc/notifications': () => ({ kinds: [], dailyAt: null }),
  'PUT /v2.0/push': () => ({
    endpoint: 'https://push.example/send/1',
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
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
  'POST /v2.0/user/:hashUserKey/join': () => ({ joinToken: 'none', AgbsAccepted: true }),
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
  'PUT /provider/v1/cases/:caseId/submissions/:submissionId': () => ({ isShared: true }),
  'PATCH /provider/v1/submissions/:submissionId': (give) => ({ assigneeId: give('assigneeId') }),
  'POST /provider/v1/submissions/:submissionId/erase': () => ({ reason: 'Auf Wunsch' }),
  'PATCH /provider/v1/tasks/:workflowId': (give) => ({ assigneeId: give('assigneeId') }),
  'PUT /provider/v1/tasks/:workflowId': (give) => ({ assigneeId: give('assigneeId') }),
  'PUT /provider/v1/tasks/:workflowId/status': () => ({ status: 5 }),
  'PUT /v2.0/e.consult.:acc/board/:workflowId/status': () => ({ from: 4, to: 4 }),
  'PATCH /v2.0/e.consult.:acc/inbox/:submissionId': (give) => ({
    assigneeId: give('assigneeId'),
    from: { state: 'open', note: '', assigneeId: null },
  }),
  'PUT /v2.0/e.consult.:acc/board/:workflowId': (give) => ({ assigneeId: give('assigneeId') }),
  'POST /provider/v1/staff': () => ({
    firstName: 'M',
    lastName: 'C',
    email: 'm@beispiel.example',
    role: 'user',
  }),
  'PUT /provider/v1/staff/:userId': () => ({ role: 'admin' }),
  'PUT /provider/v1/staffRules': () => ({ secondFactorForStaff: false }),
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
  'PUT /provider/v1/details': () => ({
    name: 'Kanzlei',
    shortName: 'Kanzlei',
    street: '',
    postalCode: '',
    city: '',
    phone: '',
    fax: '',
    website: '',
  }),
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
  'POST /provider/v1/keys': () => ({ name: 'Website', scopes: ['forms'] }),
  'POST /provider/v1/keys/:keyId/rotate': () => ({}),
  'POST /provider/v1/webhooks': () => ({ url: 'https://receiver.example/' }),
  'PUT /provider/v1/webhooks/:webhookId': () => ({
    url: 'https://receiver.example/',
    types: [],
    isActive: true,
  }),
  'POST /provider/v1/webhooks/:webhookId/rotate': () => ({}),
  'POST /provider/v1/webhooks/:webhookId/replay': () => ({ since: '2026-11-20T09:00:00Z' }),
  'PUT /provider/v1/notifications': () => ({ email: null, kinds: [] }),
  'PUT /provider/v1/returnHosts': () => ({ hosts: [] }),
  'POST /provider/v1/users': () => ({ firstName: 'M', lastName: 'C', email: 'm@beispiel.example' }),
};

/** Calls with own ids that fail for a reason other than the id. */
export const refusedOtherwise: Readonly<Record<string, number>> = {
  'POST /v2.0/e.consult.:acc/account/leave': 409, // is staff
  'POST /provider/v1/users/:userId/end': 409,
  'POST /v2.0/files/resumable/:id/finish': 409, // nothing has been uploaded
  'PUT /v2.0/user/:userId/secondfactor/totp': 410, // was not started
  'POST /v2.0/user/:userId/email/confirm': 400, // is not the code that was sent
  'POST /v2.0/user/:userId/mobile/confirm': 400,
  'POST /v2.0/user/:userId/secondfactor/totp/remove': 404, // does not exist
  'POST /v2.0/user/:userId/secondfactor/passkeys': 401, // not made by a device
  'POST /v2.0/e.consult.:acc/user/:key/register': 400, // without the wizard's token
  'POST /v2.0/user/:hashUserKey/join': 404, // without the proof of the PIN
  'POST /provider/v1/users/:userId/invitations': 409, // is already registered
  'POST /e.consult.:acc/assistants/process': 409, // the other client was first
  'POST /files/play/:id': 404, // is not a video
  'PUT /provider/v1/logo': 400, // is not an image
  'PUT /provider/v1/secondaryLogo': 400,
  // belongs to an invited user, so a registered caller does not know it
  'GET /v2.0/user/task/:id': 404,
};

export const getName = ({ method, path }: Endpoint): string => `${method} ${path}`;
// of the JSON schema, which its type does not contain
const idPattern = (Id as { pattern?: string }).pattern;
const isId = (schema: object): boolean => 'pattern' in schema && schema.pattern === idPattern;

/** Lists every property that holds ids, at any depth. */
export function idsIn(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (isId(schema)) return [name];
  const inside = [
    ...('properties' in schema ? Object.entries(schema.properties as object) : []),
    ...('items' in schema ? [[name, schema.items] as const] : []),
    ...('anyOf' in schema ? (schema.anyOf as object[]).map((one) => [name, one] as const) : []),
  ];
  return [...new Set(inside.flatMap(([key, part]) => idsIn(part, key)))];
}

export const listParams = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
export const findKind = ({ path }: Endpoint, place: string) => {
  const own = kindOfPlace[`${path} ${place}`];
  return own === undefined ? kindOfPlace[place] : own;
};

export function placesInBody(endpoint: Endpoint): string[] {
  const places: string[] = [];
  bodies[getName(endpoint)]?.((place) => {
    places.push(place);
    return '';
  });
  return places;
}
export const listPlaces = (endpoint: Endpoint): string[] =>
  [
    ...new Set([...listParams(endpoint), ...idsIn(endpoint.query), ...placesInBody(endpoint)]),
  ].filter((place) => findKind(endpoint, place) !== null);

/** Payloads of calls whose body is not JSON. */
export const rawBodies: Partial<Record<ContentKind, string>> = {
  part: '%PDF',
  lines: '{"kind":"client","externalId":"1","firstName":"M"}\n\n{\n',
  multipart:
    '--b\r\nContent-Disposition: form-data; name="ElementId"\r\n\r\npapers\r\n--b\r\n' +
    'Content-Disposition: form-data; name="File"; filename="Vollmacht.txt"\r\n\r\nInhalt\r\n' +
    '--b--\r\n',
};
export const rawHeaders: Partial<Record<ContentKind, Record<string, string>>> = {
  lines: { 'content-type': 'application/x-ndjson' },
  part: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  multipart: { 'content-type': 'multipart/form-data; boundary=b' },
};

/** A client's file belongs to a task only if its workflow is named. */
export const isOfTasksOnly = ({ path }: Endpoint, place: string): boolean =>
  place === 'workflowKey' && path.includes('/files/');

export const guarded = endpoints.filter(({ session }) => !session.includes('public'));
