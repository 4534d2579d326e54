import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { newId } from '#server/db/newId.ts';
import { startPractice } from './testCases.ts';
import {
  addUser,
  json,
  publish,
  signIn,
  hashStatements,
  upload,
  visit,
  type TestServer,
  type Visitor,
} from './testServer.ts';

/** Types of ids. Users, sessions and uploads belong to the caller. */
export type IdKind =
  | 'account'
  | 'user'
  | 'colleague'
  | 'session'
  | 'passkey'
  | 'case'
  | 'folder'
  | 'message'
  | 'folderMessage'
  | 'file'
  | 'upload'
  | 'sendable'
  | 'taskFile'
  | 'resumable'
  | 'form'
  | 'workflow'
  | 'submission'
  | 'submissionFile'
  | 'request'
  | 'expert'
  | 'apiKey'
  | 'webhook'
  | 'delivery'
  | 'providerFile'
  | 'invitation'
  | 'registration'
  | 'task';
export type Ids = Readonly<Record<IdKind, string>>;
export type WorldCaller = 'provider' | 'registered' | 'unregistered' | 'form';
export type World = {
  headers: Record<WorldCaller, Record<string, string>>;
  ids: Record<WorldCaller, Ids>;
};

/** The password of every registered client. */
export const worldPassword = 'Fahrrad-im-Regen';

/** A caller's file that is not submitted. */
export const worldPicture = {
  name: 'profil.jpg',
  content: await sharp({ create: { width: 90, height: 90, channels: 3, background: '#7d1f3f' } })
    .jpeg()
    .toBuffer(),
};

const definition: FormDefinition = {
  title: 'Unfall',
  formElements: [
    { id: 'papers', type: 'file', label: 'Unterlagen' },
    { id: 'name', type: 'input', label: 'Name' },
  ],
};

const textFile = { name: 'Vollmacht.txt', content: Buffer.from('Inhalt') };

async function uploadTo(
  server: TestServer,
  by: Visitor,
  file: Parameters<typeof upload>[2] = textFile,
  query = '',
): Promise<string> {
  return json<{ files: [{ fileuploadId: string }] }>(await upload(server, by, file, query)).files[0]
    .fileuploadId;
}

/** A resumable upload without content. */
async function beginUpload({ app }: TestServer, { headers }: Visitor): Promise<string> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `filename ${encode('Akte.pdf')},ElementId ${encode('papers')}`;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2.0/files/resumable',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': metadata,
    },
  });
  return answer.headers.location?.split('/').pop() ?? '';
}

/** A form with one submission and a file, and a visitor who fills it in. */
async function answerForm(server: TestServer, apiKey: string) {
  const { formId, processGuid } = await publish(server, apiKey, definition);
  const earlier = await visit(server, processGuid);
  const submissionFile = await uploadTo(server, earlier, { ...textFile, elementId: 'papers' });
  const value = [
    {
      entityId: submissionFile,
      name: textFile.name,
      extension: 'txt',
      size: textFile.content.length,
    },
  ];
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/assistants/process?workflowKey=${earlier.workflowKey}`,
    headers: earlier.headers,
    payload: {
      revision: 1,
      language: 'de',
      agbAccepted: true,
      datenschutzAccepted: true,
      statementHashes: await hashStatements(server, earlier),
      answers: [{ elementId: 'papers', type: 'file', value }],
    },
  });
  return {
    formId,
    visitor: await visit(server, processGuid),
    submissionFile,
    submission: json<{ submissionId: string }>(sent).submissionId,
  };
}

async function addPasskey({ deps }: TestServer, userId: string): Promise<string> {
  const id = newId();
  await deps.db
    .insertInto('passkeys')
    .values({
      id,
      userId,
      name: 'Telefon',
      publicKey: '',
      counter: 0,
      transports: '[]',
      createdAt: deps.clock.now().toISOString(),
      lastUsedAt: null,
    })
    .execute();
  return id;
}

type Practice = Awaited<ReturnType<typeof startPractice>>;

/** Gives the client a password and the accepted terms. */
async function register({ deps }: TestServer, userId: string): Promise<void> {
  await deps.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(deps, worldPassword) })
    .where('id', '=', userId)
    .execute();
  await deps.db
    .updateTable('memberships')
    .set({ acceptedAt: deps.clock.now().toISOString() })
    .where('userId', '=', userId)
    .execute();
}

/** Invites a user, who then enters with a PIN and begins to register. */
async function invite(server: TestServer, { provider, accountId }: Practice, userId: string) {
  const { hashUserKey } = json<{ hashUserKey: string }>(
    await provider.call('POST', `/users/${userId}/invitations`, { sendMail: false }),
  );
  const headers = await signIn(server, userId, 'unregistered', accountId);
  const { asyncTaskKey } = json<{ asyncTaskKey: string }>(
    await server.app.inject({
      url: `/api/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`,
      headers,
    }),
  );
  return { headers, ids: { invitation: hashUserKey, registration: asyncTaskKey } };
}

/** Creates a case of both users, with a folder, messages and a file. */
async function fillCase({ provider, userId }: Practice, invitedId: string) {
  const { caseId } = await provider.openCase({
    header: 'Brandt',
    isEsyAkte: true,
    userIds: [userId, invitedId],
  });
  const folder = await provider.addFolder(caseId, 'Gutachten');
  const file = await provider.upload('Gutachten.txt', Buffer.from('Inhalt'));
  const { messageId } = await provider.write(caseId, { fileIds: [file] });
  const { messageId: folderMessage } = await provider.write(caseId, { folderId: folder });
  return { case: caseId, folder, file, message: messageId, folderMessage };
}

/** Creates what a provider has around a form: a task, a request, an expert, a key and a webhook. */
async function assignForm({ provider }: Practice, caseId: string, formId: string) {
  const expert = `expert-${newId()}`;
  await provider.call('PUT', `/experts/${expert}`, {
    name: 'Gutachten Nord',
    place: 'Hamburg',
    areas: ['20'],
  });
  const { workflowId } = json<{ workflowId: string }>(
    await provider.call('POST', `/cases/${caseId}/tasks`, { formId }),
  );
  const { externalRequestKey } = json<{ externalRequestKey: string }>(
    await provider.call('POST', '/externalRequests', { formId }),
  );
  const { keyId } = json<{ keyId: string }>(
    await provider.call('POST', '/keys', { name: 'Website', scopes: ['forms'] }),
  );
  const { webhookId } = json<{ webhookId: string }>(
    await provider.call('POST', '/webhooks', { url: 'https://receiver.example/' }),
  );
  const { deliveryId } = json<{ deliveryId: string }>(
    await provider.call('POST', `/webhooks/${webhookId}/test`),
  );
  return {
    expert,
    task: workflowId,
    request: externalRequestKey,
    apiKey: keyId,
    webhook: webhookId,
    delivery: deliveryId,
  };
}

/** Gives each user a profile picture of their own. */
async function setPictures(
  server: TestServer,
  { accountId, userId, headers }: Practice,
  invitedId: string,
): Promise<void> {
  const pictureId = await uploadTo(server, { workflowKey: '', headers }, worldPicture);
  await server.app.inject({
    method: 'POST',
    url: `/api/v2.0/e.consult.${accountId}/user/${userId}/profile/picture`,
    headers,
    payload: { UploadId: pictureId },
  });
  const { db, blobStore } = server.deps;
  const { pictureKey } = await db
    .selectFrom('users')
    .select('pictureKey')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const copy = await blobStore.put(await blobStore.get(pictureKey ?? ''), { maxBytes: 1e6 });
  await db.updateTable('users').set({ pictureKey: copy.key }).where('id', '=', invitedId).execute();
}

async function getSessionId({ deps }: TestServer, userId: string): Promise<string> {
  const [session] = await deps.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  return session?.id ?? '';
}

/** Uploads that belong to one caller. */
async function uploadOwn(server: TestServer, by: Visitor) {
  const file = { ...worldPicture, elementId: 'papers' };
  return {
    upload: await uploadTo(server, by, file),
    sendable: await uploadTo(server, by, file),
    resumable: await beginUpload(server, by),
  };
}

async function uploadOwnOfClient(
  server: TestServer,
  headers: Record<string, string>,
  task: string,
) {
  const by = { workflowKey: '', headers };
  const file = { ...worldPicture, elementId: 'papers' };
  return {
    ...(await uploadOwn(server, by)),
    taskFile: await uploadTo(server, by, file, `?workflowKey=${task}`),
  };
}

/**
 * Creates a provider with an id of every type: a client, an invited one, a case, a form and its
 * visitor.
 */
export async function buildWorld(server: TestServer): Promise<World> {
  const practice = await startPractice(server);
  const { accountId, apiKey, userId, headers: registered, provider } = practice;
  const invited = await addUser(server, [accountId], {
    status: 0,
    username: null,
    usernameKey: null,
    registeredAt: null,
  });
  await register(server, userId);
  const filled = await fillCase(practice, invited.id);
  const { formId, visitor, submissionFile, submission } = await answerForm(server, apiKey);
  const { headers: unregistered, ids } = await invite(server, practice, invited.id);
  const session = await getSessionId(server, userId);
  await provider.call('PUT', `/staff/${userId}`, { role: 'admin' });
  const assigned = await assignForm(practice, filled.case, formId);
  const shared = {
    ...filled,
    ...assigned,
    ...ids,
    account: accountId,
    user: userId,
    colleague: invited.id,
    session,
    passkey: await addPasskey(server, userId),
    form: formId,
    workflow: visitor.workflowKey,
    submission,
    submissionFile,
    providerFile: await provider.upload('Gutachten.txt', Buffer.from('Inhalt')),
    upload: '',
    sendable: '',
    taskFile: '',
    resumable: '',
  };
  await setPictures(server, practice, invited.id);
  const getOwn = (headers: Record<string, string>) =>
    uploadOwnOfClient(server, headers, assigned.task);
  return {
    headers: {
      provider: { 'x-api-key': apiKey },
      registered,
      unregistered,
      form: visitor.headers,
    },
    ids: {
      provider: shared,
      registered: { ...shared, ...(await getOwn(registered)) },
      form: { ...shared, ...(await uploadOwn(server, visitor)) },
      unregistered: {
        ...shared,
        user: invited.id,
        colleague: userId,
        ...(await getOwn(unregistered)),
      },
    },
  };
}
