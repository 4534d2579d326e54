import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { FolderInput } from '#schemas/cases/providerFolders.ts';
import type { Language } from '#schemas/platform/common.ts';
import { folderLimits } from '#server/cases/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { Db, FolderRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { queueFirmCaseEvents } from '#server/accounts/staff/service.ts';
import * as clientsRepository from './clientsRepository.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import { refreshNewest } from './newestMessage.ts';
import { lockCase } from './ownCase.ts';

type Provider = { accountId: string; language: Language };
type ProviderFolder = ProviderCase['folders'][number];

export const presentFolder = ({
  id,
  parentId,
  name,
}: Pick<FolderRow, 'id' | 'parentId' | 'name'>): ProviderFolder => ({
  folderId: id,
  parentId,
  name,
});

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
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const earlier = assertSameBody(
      idempotencyKey
        ? await providerRepository.findFolderByKey(db, caseId, idempotencyKey)
        : undefined,
      bodyHash,
    );
    if (earlier) return presentFolder(earlier);
    const folders = await repository.listFolders(db, [caseId]);
    const refuse = (field: string, text: string, values: Record<string, number> = {}) =>
      createProblem('invalidInput', { [field]: getTexts(language)(text, values) });
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
    queueEvent(await clientsRepository.listClientIds(db, caseId), {
      type: 'folderChanged',
      accountId,
      akteIdHash: caseId,
      folderId: row.id,
      messageId: null,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    return presentFolder(row);
  });
}

async function getOwnFolder(
  db: Db,
  accountId: string,
  caseId: string,
  folderId: string,
): Promise<FolderRow> {
  await lockCase(db, [accountId], caseId);
  const folder = await providerRepository.findFolder(db, caseId, folderId);
  if (!folder) throw createProblem('notFound');
  return folder;
}

export async function renameFolder(
  deps: Deps,
  accountId: string,
  { caseId, folderId }: { caseId: string; folderId: string },
  name: string,
): Promise<ProviderFolder> {
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    const folder = await getOwnFolder(db, accountId, caseId, folderId);
    await providerRepository.renameFolder(db, folderId, name);
    queueEvent(await clientsRepository.listClientIds(db, caseId), {
      type: 'folderChanged',
      accountId,
      akteIdHash: caseId,
      folderId,
      messageId: null,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
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
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await getOwnFolder(db, accountId, caseId, folderId);
    const gone = withThoseInside(await repository.listFolders(db, [caseId]), folderId);
    await providerRepository.withdrawFolders(db, gone, deps.clock.now().toISOString());
    await refreshNewest(db, caseId);
    queueEvent(await clientsRepository.listClientIds(db, caseId), {
      type: 'folderVanished',
      accountId,
      akteIdHash: caseId,
      folderId,
      messageId: null,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    return { withdrawn: true };
  });
}
