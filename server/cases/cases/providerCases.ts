import { isDeepStrictEqual } from 'node:util';
import {
  CaseChange,
  type listProviderCases,
  type NewCase,
  type ProviderCase,
} from '#schemas/cases/cases.ts';
import type { Query, Reply } from '#schemas/platform/endpoint.ts';
import { listLimits } from '#server/http/limits.ts';
import type { StoredCase, Db } from '#server/db/schema.ts';
import { isUniqueViolation, ignoreUniqueViolation } from '#server/db/errors.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createTakenProblem } from '#server/externalIds.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { assertMatches, computeEtag } from '#server/http/etags.ts';
import type { ProviderScope } from '#server/http/session.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { listSearched } from '#server/words.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import {
  assertCaseOpenTo,
  queueBoardEvents,
  queueFirmCaseEvents,
} from '#server/accounts/staff/service.ts';
import { presentFolder } from './providerFolders.ts';
import { findActivityInstant } from './activity.ts';
import * as clientsRepository from './clientsRepository.ts';
import * as providerRepository from './providerRepository.ts';
import * as repository from './repository.ts';
import { indexNames } from './caseSearch.ts';
import { getOwnCase, lockCase } from './ownCase.ts';

const presentLastMessage = (row: StoredCase): ProviderCase['lastMessage'] =>
  row.lastMessageDate === null
    ? null
    : {
        text: row.lastMessage,
        creatorName: row.lastMessageBy,
        userId: row.lastMessageById === row.accountId ? null : row.lastMessageById,
      };

async function present(db: Db, rows: readonly StoredCase[]): Promise<ProviderCase[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [folders, clients] = await Promise.all([
    repository.listFolders(db, ids),
    clientsRepository.listClientsOf(db, ids),
  ]);
  const listClients = (id: string) => clients.filter(({ caseId }) => caseId === id);
  return rows.map((row) => ({
    caseId: row.id,
    externalId: row.externalId,
    header: row.header,
    aktenzeichen: row.aktenzeichen,
    aktenkurzbezeichnung: row.aktenkurzbezeichnung,
    categories: row.categories,
    permissionToReply: row.permissionToReply === 1,
    serviceAkte: row.serviceAkte === 1,
    isEsyAkte: row.isEsyAkte === 1,
    creator: { firstName: row.creatorFirstName, lastName: row.creatorLastName },
    assignees: row.assignees,
    userIds: listClients(row.id).map(({ userId }) => userId),
    clients: listClients(row.id).map(({ userId, firstName, lastName }) => ({
      userId,
      firstName,
      lastName,
    })),
    folders: folders.filter(({ caseId }) => caseId === row.id).map(presentFolder),
    creationDate: row.createdAt,
    lastMessageDate: row.lastMessageDate,
    lastMessage: presentLastMessage(row),
    state: row.closedAt === null ? ('open' as const) : ('closed' as const),
    closedDate: row.closedAt,
  }));
}

async function presentOne(db: Db, row: StoredCase): Promise<ProviderCase> {
  const [shown] = await present(db, [row]);
  if (!shown) throw createProblem('notFound');
  return shown;
}

export const getCase = async (
  { db }: Deps,
  accountId: string,
  caseId: string,
): Promise<ProviderCase> => presentOne(db, await getOwnCase(db, accountId, caseId));

/** Lists a page of an account's cases that all filters find, with their total. */
export async function listCases(
  { db }: Deps,
  { accountId, staff }: ProviderScope,
  {
    cursor,
    limit = listLimits.pageSize,
    state,
    order = 'created',
    q,
    ...given
  }: Query<typeof listProviderCases>,
): Promise<Reply<typeof listProviderCases>> {
  const filter = {
    ...given,
    staffId: staff?.userId,
    isClosed: state === undefined ? undefined : state === 'closed',
    words: q === undefined ? undefined : listSearched(q),
  };
  if (filter.words?.length === 0) return { items: [], total: 0 };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [found, total] = await Promise.all([
    providerRepository.listCases(db, accountId, filter, { limit, after, order }),
    providerRepository.countCases(db, accountId, filter),
  ]);
  const { rows, ...next } = toPage(found, limit, ({ createdAt, lastMessageDate, id }) => ({
    at: order === 'created' ? createdAt : (lastMessageDate ?? createdAt),
    id,
  }));
  return {
    items: await present(db, rows),
    ...next,
    total,
  };
}

/** Values of a new case, and of a replaced one. */
const usualContent = {
  aktenzeichen: '',
  aktenkurzbezeichnung: '',
  categories: [],
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: false,
  creator: { firstName: '', lastName: '' },
  assignees: [],
} satisfies Partial<NewCase>;

function buildContent(wanted: NewCase): providerRepository.CaseContent {
  const { header, creator, categories, assignees, ...rest } = { ...usualContent, ...wanted };
  return {
    header,
    aktenzeichen: rest.aktenzeichen,
    aktenkurzbezeichnung: rest.aktenkurzbezeichnung,
    categories,
    permissionToReply: rest.permissionToReply ? 1 : 0,
    serviceAkte: rest.serviceAkte ? 1 : 0,
    isEsyAkte: rest.isEsyAkte ? 1 : 0,
    creatorFirstName: creator.firstName,
    creatorLastName: creator.lastName,
    assignees,
    searchKey: [header, creator.firstName, creator.lastName].join('\n').toLowerCase(),
  };
}

/** Throws `invalidInput` with the first user who is not the account's client. */
async function assertClients(
  db: Db,
  { accountId, language }: ProviderScope,
  userIds: readonly string[],
): Promise<void> {
  const known = new Set(await clientsRepository.filterClients(db, accountId, userIds));
  const stranger = userIds.findIndex((id) => !known.has(id));
  if (stranger >= 0)
    throw createProblem('invalidInput', {
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
  const before = await clientsRepository.listClientIds(db, row.id);
  const gone = before.filter((id) => !userIds.includes(id));
  const added = userIds.filter((id) => !before.includes(id));
  const isEnded = true;
  const ended = await clientsRepository.filterClients(db, row.accountId, added, { isEnded });
  if (ended.length > 0) throw createProblem('clientEnded');
  for (const userId of added)
    await clientsRepository.addClient(
      db,
      row,
      userId,
      await findActivityInstant(db, row, userId, now),
    );
  await clientsRepository.removeClients(db, row.id, gone);
  queueEvent(gone, { ...event, type: 'caseVanished' });
  queueEvent(userIds, { ...event, type: 'caseChanged' });
}

export async function createCase(
  deps: Deps,
  provider: ProviderScope,
  wanted: NewCase,
  idempotencyKey?: string,
): Promise<ProviderCase> {
  const { accountId } = provider;
  const bodyHash = hashBody(wanted);
  const earlier = async (db: Db) =>
    assertSameBody(
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
    lastMessageBy: '',
    lastMessageById: '',
    lastMessageDate: null,
    withdrawnAt: null,
    closedAt: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    externalId: wanted.externalId ?? null,
    createdAt,
  };
  const made = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await providerRepository.insertCase(db, row))) return earlier(db);
    await providerRepository.insertTimeline(db, row.id, row.id);
    await indexNames(db, row.id);
    await share(db, row, wanted.userIds ?? [], createdAt, queueEvent);
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId: row.id });
    queueEvent.forPrograms(accountId, { type: 'case.created', data: { caseId: row.id } });
    return row;
  }).catch(ignoreUniqueViolation);
  const created = made ?? (await earlier(deps.db));
  if (!created) throw createTakenProblem(provider.language);
  return presentOne(deps.db, created);
}

type WantedCase = Omit<NewCase, 'externalId'> & Pick<CaseChange, 'externalId'>;

/** Stores the content and the clients of a locked case, and queues events. */
async function storeContent(
  deps: Deps,
  db: Db,
  queueEvent: QueueEvent,
  { id: caseId, accountId }: StoredCase,
  { userIds, externalId, ...content }: WantedCase,
): Promise<void> {
  await providerRepository.replaceContent(db, caseId, {
    ...buildContent(content),
    ...(externalId === undefined ? {} : { externalId }),
  });
  await indexNames(db, caseId);
  await share(
    db,
    await getOwnCase(db, accountId, caseId),
    userIds ?? (await clientsRepository.listClientIds(db, caseId)),
    deps.clock.now().toISOString(),
    queueEvent,
  );
  await queueBoardEvents(db, queueEvent, { accountId, caseId });
  await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
  queueEvent.forPrograms(accountId, { type: 'case.changed', data: { caseId } });
}

const hasWanted = (current: ProviderCase, { userIds, ...wanted }: CaseChange): boolean =>
  isDeepStrictEqual({ ...current, ...wanted }, current) &&
  (userIds === undefined || isDeepStrictEqual(userIds.toSorted(), current.userIds.toSorted()));

/**
 * Changes a case under its lock to what `complete` makes of its state. Returns false if it has the
 * wanted values already. Throws `preconditionFailed` for another state than that of `ifMatch`.
 */
async function change(
  deps: Deps,
  { accountId, language, staff }: ProviderScope,
  caseId: string,
  {
    wanted,
    complete,
    ifMatch,
  }: {
    wanted: CaseChange;
    complete: (current: ProviderCase) => WantedCase;
    ifMatch: string | undefined;
  },
): Promise<boolean> {
  if (wanted.userIds) await assertClients(deps.db, { accountId, language }, wanted.userIds);
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    await assertCaseOpenTo(db, caseId, staff);
    const row = await getOwnCase(db, accountId, caseId);
    const current = await presentOne(db, row);
    assertMatches(ifMatch, computeEtag(CaseChange, current));
    const next = complete(current);
    if (hasWanted(current, next)) return false;
    await storeContent(deps, db, queueEvent, row, next);
    return true;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? createTakenProblem(language) : error;
  });
}

/** Replaces the content of a case; without `userIds` and `externalId` they stay. */
export async function updateCase(
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: NewCase,
  ifMatch?: string,
): Promise<ProviderCase> {
  await change(deps, provider, caseId, {
    wanted,
    complete: () => ({ ...usualContent, ...wanted }),
    ifMatch,
  });
  return getCase(deps, provider.accountId, caseId);
}

/** Changes the given fields of a case. Returns false if they have these values already. */
export const changeCase = (
  deps: Deps,
  provider: ProviderScope,
  caseId: string,
  wanted: CaseChange,
  ifMatch?: string,
): Promise<boolean> =>
  change(deps, provider, caseId, {
    wanted,
    complete: (current) => ({ ...current, ...wanted }),
    ifMatch,
  });

/** Closes a case, or opens it again. Its clients still read it. */
export async function setClosed(
  deps: Deps,
  accountId: string,
  caseId: string,
  { isClosed }: { isClosed: boolean },
): Promise<ProviderCase> {
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const { closedAt } = await getOwnCase(db, accountId, caseId);
    if ((closedAt !== null) === isClosed) return;
    await providerRepository.updateCase(db, caseId, {
      closedAt: isClosed ? deps.clock.now().toISOString() : null,
    });
    queueEvent(await clientsRepository.listClientIds(db, caseId), {
      type: 'caseChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    });
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    queueEvent.forPrograms(accountId, {
      type: isClosed ? 'case.closed' : 'case.reopened',
      data: { caseId },
    });
  });
  return getCase(deps, accountId, caseId);
}

export async function withdrawCase(
  deps: Deps,
  accountId: string,
  caseId: string,
): Promise<{ withdrawn: boolean }> {
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockCase(db, [accountId], caseId);
    const clients = await clientsRepository.listClientIds(db, caseId);
    await clientsRepository.removeClients(db, caseId, clients);
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
    await queueFirmCaseEvents(db, queueEvent, { accountId, caseId });
    queueEvent.forPrograms(accountId, { type: 'case.withdrawn', data: { caseId } });
    return { withdrawn: true };
  });
}
