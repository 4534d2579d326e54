import type { FolderInput, NewCase, ProviderCase } from '#schemas/cases/cases.ts';
import type { Language } from '#schemas/platform/common.ts';
import { folderLimits } from '#server/cases/limits.ts';
import { listLimits } from '#server/http/limits.ts';
import type { StoredCase, Db, FolderRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { transactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { queueBoardEvents } from '#server/accounts/staff/service.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import { lockCase, ownCase, refreshNewest } from './service.ts';

type Provider = { accountId: string; language: Language };
type ProviderFolder = ProviderCase['folders'][number];

const presentFolder = ({
  id,
  parentId,
  name,
}: Pick<FolderRow, 'id' | 'parentId' | 'name'>): ProviderFolder => ({
  folderId: id,
  parentId,
  name,
});

async function present(db: Db, rows: readonly StoredCase[]): Promise<ProviderCase[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [folders, clients] = await Promise.all([
    repository.listFolders(db, ids),
    providerRepository.listClientsOf(db, ids),
  ]);
  return rows.map((row) => ({
    caseId: row.id,
    header: row.header,
    aktenzeichen: row.aktenzeichen,
    aktenkurzbezeichnung: row.aktenkurzbezeichnung,
    categories: row.categories,
    permissionToReply: row.permissionToReply === 1,
    serviceAkte: row.serviceAkte === 1,
    isEsyAkte: row.isEsyAkte === 1,
    creator: { firstName: row.creatorFirstName, lastName: row.creatorLastName },
    assignees: row.assignees,
    userIds: clients.filter(({ caseId }) => caseId === row.id).map(({ userId }) => userId),
    folders: folders.filter(({ caseId }) => caseId === row.id).map(presentFolder),
    creationDate: row.createdAt,
    lastMessageDate: row.lastMessageDate,
  }));
}

async function presentOne(db: Db, row: StoredCase): Promise<ProviderCase> {
  const [shown] = await present(db, [row]);
  if (!shown) throw problem('notFound');
  return shown;
}

export const getCase = async (
  { db }: Deps,
  accountId: string,
  caseId: string,
): Promise<ProviderCase> => presentOne(db, await ownCase(db, accountId, caseId));

export async function listCases(
  { db }: Deps,
  accountId: string,
  { cursor, limit = listLimits.pageSize }: { cursor?: string; limit?: number },
) {
  const found = await providerRepository.listCases(
    db,
    accountId,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { items: await present(db, rows), ...next };
}

function buildContent({
  header,
  aktenzeichen = '',
  aktenkurzbezeichnung = '',
  categories = [],
  permissionToReply = true,
  serviceAkte = false,
  isEsyAkte = false,
  creator = { firstName: '', lastName: '' },
  assignees = [],
}: NewCase): providerRepository.CaseContent {
  return {
    header,
    aktenzeichen,
    aktenkurzbezeichnung,
    categories,
    permissionToReply: permissionToReply ? 1 : 0,
    serviceAkte: serviceAkte ? 1 : 0,
    isEsyAkte: isEsyAkte ? 1 : 0,
    creatorFirstName: creator.firstName,
    creatorLastName: creator.lastName,
    assignees,
    searchKey: [header, creator.firstName, creator.lastName].join('\n').toLowerCase(),
  };
}

/** Throws `invalidInput` with the first user who is not the account's client. */
async function assertClients(
  db: Db,
  { accountId, language }: Provider,
  userIds: readonly string[],
): Promise<void> {
  const known = new Set(await providerRepository.filterClients(db, accountId, userIds));
  const stranger = userIds.findIndex((id) => !known.has(id));
  if (stranger >= 0)
    throw problem('invalidInput', {
      [`/userIds/${stranger}`]: getTexts(language)('case.error.unknownClient', {}),
    });
}

async function share(
  db: Db,
  row: StoredCase,
  userIds: readonly string[],
  now: string,
  queueEvent: QueueEvent,
): Promise<void> {
  const event = { accountId: row.accountId, akteIdHash: row.id, folderId: null, messageId: null };
  const before = await providerRepository.listClientIds(db, row.id);
  const gone = before.filter((id) => !userIds.includes(id));
  for (const userId of userIds)
    if (!before.includes(userId))
      await providerRepository.addClient(db, row, userId, row.lastMessageDate ?? now);
  await providerRepository.removeClients(db, row.id, gone);
  queueEvent(gone, { ...event, type: 'caseVanished' });
  queueEvent(userIds, { ...event, type: 'caseChanged' });
}

/** Returns the result of an earlier call with this key; throws `conflict` for another body. */
function sameAs<T extends { bodyHash: string }>(
  earlier: T | undefined,
  bodyHash: string,
): T | undefined {
  if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
  return earlier;
}

export async function createCase(
  deps: Deps,
  provider: Provider,
  wanted: NewCase,
  idempotencyKey?: string,
): Promise<ProviderCase> {
  const { accountId } = provider;
  const bodyHash = hashBody(wanted);
  const earlier = async (db: Db) =>
    sameAs(
      idempotencyKey
        ? await providerRepository.findCaseByKey(db, accountId, idempotencyKey)
        : undefined,
      bodyHash,
    );
  const known = await earlier(deps.db);
  if (known) return presentOne(deps.db, known);
  await assertClients(deps.db, provider, wanted.userIds ?? []);
  const createdAt = deps.clock.now().toISOString();
  const row: StoredCase = {
    id: newId(),
    accountId,
    ...buildContent(wanted),
    lastMessage: '',
    lastMessageDate: null,
    withdrawnAt: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    createdAt,
  };
  const made = await transactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await providerRepository.insertCase(db, row))) return earlier(db);
    await providerRepository.insertTimeline(db, row.id, row.id);
    await share(db, row, wanted.userIds ?? [], createdAt, queueEvent);
    return row;
  });
  if (!made) throw problem('conflict');
  return presentOne(deps.db, made);
}

export async function updateCase(
  deps: Deps,
  provider: Provider,
  caseId: string,
  wanted: NewCase,
): Promise<ProviderCase> {
  const { accountId } = provider;
  if (wanted.userIds) await assertClients(deps.db, provider, wanted.userIds);
  await transactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    await providerRepository.replaceContent(db, caseId, buildContent(wanted));
    const row = await ownCase(db, accountId, caseId);
    await share(
      db,
      row,
      wanted.userIds ?? (await providerRepository.listClientIds(db, caseId)),
      deps.clock.now().toISOString(),
      queueEvent,
    );
    await queueBoardEvents(db, queueEvent, { accountId, caseId });
  });
  return getCase(deps, accountId, caseId);
}

export async function withdrawCase(
  deps: Deps,
  accountId: string,
  caseId: string,
): Promise<{ withdrawn: boolean }> {
  return transactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const clients = await providerRepository.listClientIds(db, caseId);
    await providerRepository.removeClients(db, caseId, clients);
    await providerRepository.updateCase(db, caseId, {
      withdrawnAt: deps.clock.now().toISOString(),
    });
    queueEvent(clients, {
      type: 'caseVanished',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    });
    await queueBoardEvents(db, queueEvent, { accountId, caseId });
    return { withdrawn: true };
  });
}

/** Returns the depth of a new folder in this one: 1 directly in the case. */
function computeDepth(
  folders: readonly Pick<FolderRow, 'id' | 'parentId'>[],
  parentId: string | null,
): number {
  const parent = folders.find(({ id }) => id === parentId);
  return parent ? 1 + computeDepth(folders, parent.parentId) : 1;
}

export async function createFolder(
  deps: Deps,
  { accountId, language }: Provider,
  caseId: string,
  wanted: FolderInput,
  idempotencyKey?: string,
): Promise<ProviderFolder> {
  const bodyHash = hashBody(wanted);
  const parentId = wanted.parentId ?? null;
  return transactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const earlier = sameAs(
      idempotencyKey
        ? await providerRepository.findFolderByKey(db, caseId, idempotencyKey)
        : undefined,
      bodyHash,
    );
    if (earlier) return presentFolder(earlier);
    const folders = await repository.listFolders(db, [caseId]);
    const refuse = (field: string, text: string, values: Record<string, number> = {}) =>
      problem('invalidInput', { [field]: getTexts(language)(text, values) });
    if (parentId !== null && !folders.some(({ id }) => id === parentId))
      throw refuse('/parentId', 'case.error.unknownFolder');
    if (folders.length >= folderLimits.maxFolders)
      throw refuse('/name', 'case.error.tooManyFolders', { max: folderLimits.maxFolders });
    if (computeDepth(folders, parentId) > folderLimits.maxFolderDepth)
      throw refuse('/parentId', 'case.error.tooDeep', { max: folderLimits.maxFolderDepth });
    const row: FolderRow = {
      id: newId(),
      caseId,
      parentId,
      name: wanted.name,
      withdrawnAt: null,
      idempotencyKey: idempotencyKey ?? null,
      bodyHash,
      createdAt: deps.clock.now().toISOString(),
    };
    await providerRepository.insertTimeline(db, row.id, caseId);
    await providerRepository.insertFolder(db, row);
    queueEvent(await providerRepository.listClientIds(db, caseId), {
      type: 'folderChanged',
      accountId,
      akteIdHash: caseId,
      folderId: row.id,
      messageId: null,
    });
    return presentFolder(row);
  });
}

async function ownFolder(
  db: Db,
  accountId: string,
  caseId: string,
  folderId: string,
): Promise<FolderRow> {
  await lockCase(db, [accountId], caseId);
  const folder = await providerRepository.findFolder(db, caseId, folderId);
  if (!folder) throw problem('notFound');
  return folder;
}

export async function renameFolder(
  deps: Deps,
  accountId: string,
  { caseId, folderId }: { caseId: string; folderId: string },
  name: string,
): Promise<ProviderFolder> {
  return transactionWithEvents(deps, async (db, queueEvent) => {
    const folder = await ownFolder(db, accountId, caseId, folderId);
    await providerRepository.renameFolder(db, folderId, name);
    queueEvent(await providerRepository.listClientIds(db, caseId), {
      type: 'folderChanged',
      accountId,
      akteIdHash: caseId,
      folderId,
      messageId: null,
    });
    return presentFolder({ ...folder, name });
  });
}

/** Lists a folder and everything inside it. */
function withThoseInside(
  folders: readonly Pick<FolderRow, 'id' | 'parentId'>[],
  id: string,
): string[] {
  return [
    id,
    ...folders
      .filter(({ parentId }) => parentId === id)
      .flatMap((folder) => withThoseInside(folders, folder.id)),
  ];
}

export async function withdrawFolder(
  deps: Deps,
  accountId: string,
  { caseId, folderId }: { caseId: string; folderId: string },
): Promise<{ withdrawn: boolean }> {
  return transactionWithEvents(deps, async (db, queueEvent) => {
    await ownFolder(db, accountId, caseId, folderId);
    const gone = withThoseInside(await repository.listFolders(db, [caseId]), folderId);
    await providerRepository.withdrawFolders(db, gone, deps.clock.now().toISOString());
    await refreshNewest(db, caseId);
    queueEvent(await providerRepository.listClientIds(db, caseId), {
      type: 'folderVanished',
      accountId,
      akteIdHash: caseId,
      folderId,
      messageId: null,
    });
    return { withdrawn: true };
  });
}
