import { lockRows } from '#server/db/dialect.ts';
import type { Db, MembershipRow } from '#server/db/schema.ts';

type Relation = Pick<MembershipRow, 'accountId' | 'userId'>;

const selectCasesOf = (db: Db, { accountId, userId }: Relation) =>
  db
    .selectFrom('caseClients')
    .select('caseId')
    .where('userId', '=', userId)
    .where('accountId', '=', accountId);

/**
 * Locks the cases of a client until the transaction ends, so that no message is being stored.
 * Returns them with the sort key of their newest message.
 */
export async function lockCases(
  db: Db,
  relation: Relation,
): Promise<{ caseIds: string[]; newest: string | undefined }> {
  const rows = await lockRows(
    db,
    db
      .selectFrom('cases')
      .select(['id', 'lastMessageDate'])
      .where('id', 'in', selectCasesOf(db, relation))
      .orderBy('id'),
  ).execute();
  const dates = rows.flatMap(({ lastMessageDate }) => lastMessageDate ?? []);
  return { caseIds: rows.map(({ id }) => id), newest: dates.toSorted().at(-1) };
}

/** Returns true for the call that ended the relation, of concurrent ones. */
export async function end(
  db: Db,
  { accountId, userId }: Relation,
  ended: Pick<MembershipRow, 'endedAt' | 'endedBy'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set(ended)
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes news that wait for the client's next mail. */
export async function deleteNews(db: Db, { accountId, userId }: Relation): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .execute();
}
