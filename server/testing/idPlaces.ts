import { Id } from '#schemas/platform/common.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { IdKind, WorldCaller } from '#server/testing/world.ts';
import { bodies } from './callBodies.ts';

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

/** Calls with own ids that fail for a reason other than the id. */
export const refusedOtherwise: Readonly<Record<string, number>> = {
  'POST /v2.0/e.consult.:acc/account/leave': 409, // is staff
  'POST /provider/v1/users/:userId/end': 409,
  'POST /provider/v1/users/:userId/erase': 409,
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

/** A client's file belongs to a task only if its workflow is named. */
export const isOfTasksOnly = ({ path }: Endpoint, place: string): boolean =>
  place === 'workflowKey' && path.includes('/files/');

export const guarded = endpoints.filter(({ session }) => !session.includes('public'));
