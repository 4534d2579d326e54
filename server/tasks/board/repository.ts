import type { Db, TaskRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** A task with its case and assignee for the card. */
export type CardRow = TaskRow & {
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

export const findCard = (
  db: Db,
  accountId: string,
  workflowKey: string,
): Promise<CardRow | undefined> =>
  cards(db, accountId).where('tasks.workflowKey', '=', workflowKey).executeTakeFirst();

export const findCards = (
  db: Db,
  accountId: string,
  workflowKeys: readonly string[],
): Promise<CardRow[]> =>
  cards(db, accountId).where('tasks.workflowKey', 'in', workflowKeys).execute();

/** A submitted task of any account. */
export const findAnswered = (db: Db, workflowKey: string): Promise<TaskRow | undefined> =>
  db
    .selectFrom('tasks')
    .innerJoin('cases', 'cases.id', 'tasks.caseId')
    .selectAll('tasks')
    .where('tasks.workflowKey', '=', workflowKey)
    .where('tasks.answeredAt', 'is not', null)
    .where('cases.withdrawnAt', 'is', null)
    .executeTakeFirst();

/** Newest first, with one extra row if there is a next page. */
export function listCards(
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
  return query
    .orderBy('tasks.createdAt', 'desc')
    .orderBy('tasks.workflowKey', 'desc')
    .limit(limit + 1)
    .execute();
}
