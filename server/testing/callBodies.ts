import type { ContentKind } from '#schemas/platform/endpoint.ts';
import { worldPassword, worldPicture } from '#server/testing/world.ts';

export type Give = (place: string) => string;
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
  'POST /provider/v1/users/:userId/erase': () => ({ reason: 'Auf Wunsch' }),
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
