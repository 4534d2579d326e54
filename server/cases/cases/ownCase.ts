import type { Db, StoredCase } from '#server/db/schema.ts';
import { createProblem } from '#server/problem.ts';
import * as clientsRepository from './clientsRepository.ts';
import * as providerRepository from './providerRepository.ts';

/**
 * Locks a case of these accounts until the transaction ends; throws `notFound` alike for foreign
 * and unknown ids.
 */
export async function lockCase(
  db: Db,
  accountIds: readonly string[],
  caseId: string,
): Promise<void> {
  if (!(await providerRepository.findAndLockCase(db, accountIds, caseId)))
    throw createProblem('notFound');
}

/** Returns a case of this account; throws `notFound` alike for foreign and unknown ids. */
export async function getOwnCase(db: Db, accountId: string, caseId: string): Promise<StoredCase> {
  const row = await providerRepository.findCase(db, accountId, caseId);
  if (!row) throw createProblem('notFound');
  return row;
}

/**
 * Throws `clientEnded` for a case whose clients' relations to the account have all ended, because
 * no client would receive what is new.
 */
export async function assertReachable(db: Db, accountId: string, caseId: string): Promise<void> {
  const clientIds = await clientsRepository.listClientIds(db, caseId);
  const isEnded = true;
  const ended = await clientsRepository.filterClients(db, accountId, clientIds, { isEnded });
  if (clientIds.length > 0 && ended.length === clientIds.length) throw createProblem('clientEnded');
}
