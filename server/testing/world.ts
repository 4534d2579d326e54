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
  const metadata = `filename ${Buffer.from('Akte.pdf').toString('base64')},ElementId ${Buffer.from('papers').toString('base64')}`;
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

async function uploadAsProvider({ app }: TestServer, apiKey: string): Promise<string> {
  const sent = await app.inject({
    method: 'POST',
    url: '/provider/v1/files',
    headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
    payload:
      '--b\r\nContent-Disposition: form-data; name="File"; filename="Gutachten.txt"\r\n\r\nInhalt\r\n--b--\r\n',
  });
  return json<{ fileuploadId: string }>(sent).fileuploadId;
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

/**
 * Creates a provider with an id of every type: a client, an invited one, a case, a form and its
 * visitor.
 */
export async function buildWorld(server: TestServer): Promise<World> {
  const { accountId, apiKey, userId, headers, provider } = await startPractice(server);
  const invited = await addUser(server, [accountId], {
    status: 0,
    username: null,
    usernameKey: null,
    registeredAt: null,
  });
  const callers = {
    provider: { 'x-api-key': apiKey },
    registered: headers,
    unregistered: await signIn(server, invited.id, 'unregistered', accountId),
  };
  await server.deps.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword(server.deps, worldPassword) })
    .where('id', '=', userId)
    .execute();
  await server.deps.db
    .updateTable('memberships')
    .set({ acceptedAt: server.deps.clock.now().toISOString() })
    .where('userId', '=', userId)
    .execute();
  const { caseId } = await provider.openCase({
    header: 'Brandt',
    isEsyAkte: true,
    userIds: [userId, invited.id],
  });
  const folder = await provider.addFolder(caseId, 'Gutachten');
  const file = await uploadAsProvider(server, apiKey);
  const { messageId } = await provider.write(caseId, { fileIds: [file] });
  const { formId, visitor, submissionFile, submission } = await answerForm(server, apiKey);
  const expert = `expert-${newId()}`;
  await provider.call('PUT', `/experts/${expert}`, {
    name: 'Gutachten Nord',
    place: 'Hamburg',
    areas: ['20'],
  });
  const { hashUserKey } = json<{ hashUserKey: string }>(
    await provider.call('POST', `/users/${invited.id}/invitations`, { sendMail: false }),
  );
  const { asyncTaskKey } = json<{ asyncTaskKey: string }>(
    await server.app.inject({
      url: `/api/v2.0/e.consult.${accountId}/user/${hashUserKey}/register`,
      headers: callers.unregistered,
    }),
  );
  const [session] = await server.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  await provider.call('PUT', `/staff/${userId}`, { role: 'admin' });
  const task = json<{ workflowId: string }>(
    await provider.call('POST', `/cases/${caseId}/tasks`, { formId }),
  ).workflowId;
  const shared = {
    account: accountId,
    user: userId,
    colleague: invited.id,
    session: session?.id ?? '',
    passkey: await addPasskey(server, userId),
    case: caseId,
    folder,
    message: messageId,
    folderMessage: (await provider.write(caseId, { folderId: folder })).messageId,
    file,
    form: formId,
    workflow: visitor.workflowKey,
    submission,
    submissionFile,
    request: json<{ externalRequestKey: string }>(
      await provider.call('POST', '/externalRequests', { formId }),
    ).externalRequestKey,
    expert,
    providerFile: await uploadAsProvider(server, apiKey),
    invitation: hashUserKey,
    registration: asyncTaskKey,
    task,
    upload: '',
    sendable: '',
    taskFile: '',
    resumable: '',
  };
  const ownOf = async (by: Visitor) => ({
    upload: await uploadTo(server, by, { ...worldPicture, elementId: 'papers' }),
    sendable: await uploadTo(server, by, { ...worldPicture, elementId: 'papers' }),
    resumable: await beginUpload(server, by),
  });
  const ownOfClient = async (by: Visitor) => ({
    ...(await ownOf(by)),
    taskFile: await uploadTo(
      server,
      by,
      { ...worldPicture, elementId: 'papers' },
      `?workflowKey=${task}`,
    ),
  });
  const [registered, unregistered] = [
    { workflowKey: '', headers },
    { workflowKey: '', headers: callers.unregistered },
  ];
  const pictureId = await uploadTo(server, registered, worldPicture);
  await server.app.inject({
    method: 'POST',
    url: `/api/v2.0/e.consult.${accountId}/user/${userId}/profile/picture`,
    headers,
    payload: { UploadId: pictureId },
  });
  await server.deps.db
    .updateTable('users')
    .set(({ selectFrom }) => ({
      pictureKey: selectFrom('users as registered')
        .select('registered.pictureKey')
        .where('registered.id', '=', userId),
    }))
    .where('id', '=', invited.id)
    .execute();
  return {
    headers: { ...callers, form: visitor.headers },
    ids: {
      provider: shared,
      registered: { ...shared, ...(await ownOfClient(registered)) },
      form: { ...shared, ...(await ownOf(visitor)) },
      unregistered: {
        ...shared,
        user: invited.id,
        colleague: userId,
        ...(await ownOfClient(unregistered)),
      },
    },
  };
}
