import { toNonEmptyIds } from '#server/db/dialect.ts';
import type { Db, MembershipRow } from '#server/db/schema.ts';

type Relation = Pick<MembershipRow, 'accountId' | 'userId'>;

/** A case that a client is in or was in, and whether it has other clients. */
export type CaseOfClient = { caseId: string; hasOthers: boolean };

/** Lists the cases that were shared with a client, also those that were withdrawn. */
export async function listCasesOfClient(
  db: Db,
  { accountId, userId }: Relation,
): Promise<CaseOfClient[]> {
  const rows = await db
    .selectFrom('cases')
    .select('id')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('caseClients')
          .select('caseClients.userId')
          .whereRef('caseClients.caseId', '=', 'cases.id')
          .where('caseClients.userId', '!=', userId),
      ).as('hasOthers'),
    )
    .where('accountId', '=', accountId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('caseClients').select('caseId').where('userId', '=', userId)),
        eb('id', 'in', selectFrom('receipts').select('caseId').where('userId', '=', userId)),
        eb('id', 'in', selectFrom('messages').select('caseId').where('authorId', '=', userId)),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, hasOthers }) => ({ caseId: id, hasOthers: Boolean(hasOthers) }));
}

/** Takes a client out of cases, with what the client has read there. */
export async function removeFromCases(
  db: Db,
  userId: string,
  caseIds: readonly string[],
): Promise<void> {
  for (const table of ['caseClients', 'receipts', 'favorites'] as const)
    await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('caseId', 'in', toNonEmptyIds(caseIds))
      .execute();
}

/** Deletes the attachments of a case, and returns the ids of their files. */
export async function deleteAttachments(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('attachments')
    .where('caseId', '=', caseId)
    .returning('fileId')
    .execute();
  return [...new Set(rows.map(({ fileId }) => fileId))];
}

/** Tables whose rows belong to a case, in the order in which they refer to each other. */
const tablesOfCase = [
  'favorites',
  'receipts',
  'messages',
  'folders',
  'timelines',
  'caseTextWords',
  'caseNameWords',
  'caseHistories',
  'caseClients',
] as const;

/** Deletes a case with its messages. Call it after its attachments, words and tasks are deleted. */
export async function deleteCase(db: Db, caseId: string): Promise<void> {
  for (const table of tablesOfCase)
    await db.deleteFrom(table).where('caseId', '=', caseId).execute();
  await db.deleteFrom('cases').where('id', '=', caseId).execute();
}
