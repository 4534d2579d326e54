import type { Db, StoredTask } from '#server/db/schema.ts';
import { parseTask } from '#server/tasks/tasks/service.ts';
import type { Position } from '#server/http/cursor.ts';

/** A task with its case and assignee for the card. */
export type CardRow = StoredTask & {
  caseHeader: string;
  assigneeFirstName: string | null;
  assigneeLastName: string | null;
};

const cards = (db: Db, accountId: string) =>
  db
    .selectFrom('tasks')
    .innerJoin('cases', 'cases.id', 'tasks.caseId')
    .leftJoin('users', 'users.id', 'tasks.assigneeId')
    .selectAll('tasks')
    .select([
      'cases.header as caseHeader',
      'users.firstName as assigneeFirstName',
      'users.lastName as assigneeLastName',
    ])
    .where('tasks.accountId', '=', accountId)
    .where('cases.withdrawnAt', 'is', null);

export async function findCard(
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<CardRow | undefined> {
  const row = await cards(db, accountId)
    .where('tasks.workflowKey', '=', workflowKey)
    .executeTakeFirst();
  return row && parseTask(row);
}

export async function findCards(
  db: Db,
  accountId: string,
  workflowKeys: readonly string[],
): Promise<CardRow[]> {
  const rows = await cards(db, accountId).where('tasks.workflowKey', 'in', workflowKeys).execute();
  return rows.map(parseTask);
}

/** A submitted task of any account. */
export async function findAnswered(db: Db, workflowKey: string): Promise<StoredTask | undefined> {
  const row = await db
    .selectFrom('tasks')
    .innerJoin('cases', 'cases.id', 'tasks.caseId')
    .selectAll('tasks')
    .where('tasks.workflowKey', '=', workflowKey)
    .where('tasks.answeredAt', 'is not', null)
    .where('cases.withdrawnAt', 'is', null)
    .executeTakeFirst();
  return row && parseTask(row);
}

/** Newest first, with one extra row if there is a next page. */
export async function listCards(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<CardRow[]> {
  let query = cards(db, accountId);
  if (after)
    query = query.where((is) =>
      is.or([
        is('tasks.createdAt', '<', after.at),
        is.and([is('tasks.createdAt', '=', after.at), is('tasks.workflowKey', '<', after.id)]),
      ]),
    );
  const rows = await query
    .orderBy('tasks.createdAt', 'desc')
    .orderBy('tasks.workflowKey', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(parseTask);
}
