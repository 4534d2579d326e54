import type { Db, StoredTask } from '#server/db/schema.ts';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';
import { parseTask } from '#server/tasks/tasks/service.ts';
import { paginate, type Position } from '#server/db/paginate.ts';

/** A task with its case and assignee for the card. */
export type CardRow = StoredTask & {
  caseHeader: string;
  assigneeFirstName: string | null;
  assigneeLastName: string | null;
};

/** The board of an account as one of its staff sees it. */
export type BoardReader = { accountId: string; userId: string };

const selectCards = (db: Db, { accountId, userId }: BoardReader) =>
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
    .where('cases.withdrawnAt', 'is', null)
    .where(isOpenToStaff(userId, 'tasks.caseId'));

export async function findCard(
  db: Db,
  reader: BoardReader,
  workflowKey: string,
): Promise<CardRow | undefined> {
  const row = await selectCards(db, reader)
    .where('tasks.workflowKey', '=', workflowKey)
    .executeTakeFirst();
  return row && parseTask(row);
}

export async function findCards(
  db: Db,
  reader: BoardReader,
  workflowKeys: readonly string[],
): Promise<CardRow[]> {
  const rows = await selectCards(db, reader)
    .where('tasks.workflowKey', 'in', workflowKeys)
    .execute();
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
  reader: BoardReader,
  limit: number,
  after?: Position,
): Promise<CardRow[]> {
  const rows = await paginate(selectCards(db, reader), ['tasks.createdAt', 'tasks.workflowKey'], {
    limit,
    after,
  }).execute();
  return rows.map(parseTask);
}
