import type { ClientErasure, listClientErasures } from '#schemas/portal/clientErasures.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { KeyScope, Query, Reply } from '#schemas/platform/endpoint.ts';
import { erasePerson, getOwnClient, type Client } from '#server/access/users/service.ts';
import {
  findCaseListingOnly,
  forgetCaseStaff,
  isEmployee,
  listCasesListing,
  lockMembership,
  queueBoardEvents,
  queueFirmCaseEvents,
  queueFirmClientEvents,
  queueInboxEvents,
} from '#server/accounts/staff/service.ts';
import { lockCases } from '#server/cases/cases/service.ts';
import {
  eraseCase,
  listCasesOfClient,
  removeFromCases,
  type CaseOfClient,
} from '#server/cases/erasures/service.ts';
import type { ClientErasureRow, Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { removeBytes, type DeletedFile } from '#server/files/files/service.ts';
import { deleteWorkflows } from '#server/forms/assistants/service.ts';
import {
  chainRecordsOfCase,
  eraseSubmissionsOfCase,
  forgetAssignee,
} from '#server/forms/erasures/service.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { listLimits } from '#server/http/limits.ts';
import { createProblem } from '#server/problem.ts';
import { deleteTasksOfCase, forgetPerson } from '#server/tasks/tasks/service.ts';
import { getTexts } from '#server/texts.ts';
import * as repository from './repository.ts';

type Provider = { accountId: string; language: Language; scopes: readonly KeyScope[] };

const present = ({ accountId: _id, ...erasure }: ClientErasureRow): ClientErasure => erasure;

/** Throws `keyScopeMissing` for a key that may not write what is erased with a client. */
function assertMayErase(scopes: readonly KeyScope[]): void {
  const missing = (['cases', 'forms'] as const).filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw createProblem('keyScopeMissing', undefined, { scopes: missing.join(' / ') });
}

/** Throws `isStaff` for staff, and `conflict` while the relation has not ended. */
async function assertErasable(db: Db, client: Client, language: Language): Promise<void> {
  if (await isEmployee(db, client.accountId, client.id)) throw createProblem('isStaff');
  if (client.endedAt === null)
    throw createProblem('conflict', {
      '/userId': getTexts(language)('user.error.notEnded', {}),
    });
}

/**
 * Takes a former member of the staff off the lists of cases. Throws `conflict` for the last one on
 * a list, because a case without a list is open to all staff.
 */
async function leaveCaseLists(db: Db, client: Client, language: Language): Promise<void> {
  const { accountId, id: userId } = client;
  const caseId = await findCaseListingOnly(db, accountId, userId);
  if (caseId !== undefined)
    throw createProblem('conflict', {
      '/userId': getTexts(language)('user.error.aloneOnList', { caseId }),
    });
  await forgetCaseStaff(db, accountId, userId);
}

/** The rows that a client's erasure has deleted. */
type Erased = { files: readonly DeletedFile[]; submissionCount: number };

/** Erases a locked case with its tasks and their answers. */
async function eraseCaseWithTasks(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  firmCase: { accountId: string; caseId: string; reason: string },
): Promise<Erased> {
  const { accountId, caseId } = firmCase;
  await queueBoardEvents(db, queueEvent, firmCase);
  await queueFirmCaseEvents(db, queueEvent, firmCase);
  await queueInboxEvents(db, queueEvent, firmCase);
  const submissions = await eraseSubmissionsOfCase(deps, db, firmCase);
  for (const { submissionId, formId } of submissions.erasures)
    queueEvent.forPrograms(accountId, {
      type: 'submission.erased',
      data: { formId, submissionId },
    });
  await deleteWorkflows(db, await deleteTasksOfCase(db, caseId));
  const files = [...submissions.files, ...(await eraseCase(db, caseId))];
  queueEvent.forPrograms(accountId, { type: 'case.erased', data: { caseId } });
  return { files, submissionCount: submissions.erasures.length };
}

/** Erases the locked cases of a client alone, and takes the client out of the others. */
async function eraseCases(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  { client, cases, reason }: { client: Client; cases: readonly CaseOfClient[]; reason: string },
): Promise<Erased & { caseCount: number }> {
  const { accountId, id: userId } = client;
  const others = cases.filter(({ hasOthers }) => hasOthers);
  for (const { caseId } of others) await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
  await removeFromCases(
    db,
    userId,
    others.map(({ caseId }) => caseId),
  );
  const own = cases.filter(({ hasOthers }) => !hasOthers);
  const erased: Erased[] = [];
  for (const { caseId } of own)
    erased.push(await eraseCaseWithTasks(deps, db, queueEvent, { accountId, caseId, reason }));
  return {
    files: erased.flatMap(({ files }) => files),
    submissionCount: erased.reduce((sum, each) => sum + each.submissionCount, 0),
    caseCount: own.length,
  };
}

/** Erases a client in one transaction. Returns what stays, and the bytes to remove after it. */
async function eraseRows(
  deps: Deps,
  { accountId, language }: Provider,
  userId: string,
  reason: string,
) {
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    const tx = { ...deps, db };
    const ofClient = await listCasesOfClient(db, { accountId, userId });
    const listing = await listCasesListing(db, accountId, userId);
    const caseIds = [...ofClient.map(({ caseId }) => caseId), ...listing];
    await lockCases(db, accountId, caseIds);
    await lockMembership(db, accountId, userId);
    const earlier = await repository.findErasure(db, accountId, userId);
    if (earlier) return { erasure: earlier, files: [], pictureKey: null };
    const client = await getOwnClient(tx, accountId, userId);
    await assertErasable(db, client, language);
    const cases = await listCasesOfClient(db, { accountId, userId });
    const { files, ...counts } = await eraseCases(deps, db, queueEvent, { client, cases, reason });
    await forgetPerson(db, accountId, userId);
    await forgetAssignee(db, accountId, userId);
    await leaveCaseLists(db, client, language);
    const pictureKey = await erasePerson(db, client);
    const erasedAt = deps.clock.now().toISOString();
    const erasure: ClientErasureRow = { userId, accountId, erasedAt, reason, ...counts };
    await repository.insertErasure(db, erasure);
    await queueFirmClientEvents(db, queueEvent, accountId);
    queueEvent.forPrograms(accountId, { type: 'client.erased', data: { userId } });
    return { erasure, files, pictureKey };
  });
}

/**
 * Erases a client, with each case that no other client has, and returns what stays; a second call
 * returns the same. Throws `notFound`, `keyScopeMissing`, `isStaff`, and `conflict` while the
 * relation has not ended, and for the last one on the list of staff of another case.
 */
export async function eraseClient(
  deps: Deps,
  provider: Provider,
  userId: string,
  { reason }: { reason: string },
): Promise<ClientErasure> {
  const { accountId } = provider;
  assertMayErase(provider.scopes);
  for (const { caseId } of await listCasesOfClient(deps.db, { accountId, userId }))
    await chainRecordsOfCase(deps.db, accountId, caseId);
  const { erasure, files, pictureKey } = await eraseRows(deps, provider, userId, reason);
  await removeBytes(deps, files);
  if (pictureKey) await deps.blobStore.remove(pictureKey);
  return present(erasure);
}

/** Lists a page of a provider's erased clients, the last erased first. */
export async function listErasures(
  { db }: Deps,
  accountId: string,
  { cursor, limit = listLimits.pageSize }: Query<typeof listClientErasures>,
): Promise<Reply<typeof listClientErasures>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const [found, total] = await Promise.all([
    repository.listErasures(db, accountId, { limit, after }),
    repository.countErasures(db, accountId),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ erasedAt, userId }) => ({
    at: erasedAt,
    id: userId,
  }));
  return { items: rows.map(present), ...next, total };
}
