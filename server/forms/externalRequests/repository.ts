import type { Db, ExternalRequestRow } from '#server/db/schema.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';

/** A request with its state. */
export type RequestWithAnswer = ExternalRequestRow & {
  formId: string;
  uniqueKey: string;
  submissionId: string | null;
  submittedAt: string | null;
};

const withAnswers = (db: Db, accountId: string) =>
  db
    .selectFrom('externalRequests')
    .innerJoin('workflows', 'workflows.key', 'externalRequests.workflowKey')
    .innerJoin('accounts', 'accounts.id', 'externalRequests.accountId')
    .leftJoin('submissions', 'submissions.workflowKey', 'externalRequests.workflowKey')
    .selectAll('externalRequests')
    .select(['workflows.formId', 'workflows.submittedAt'])
    .select(['accounts.uniqueKey', 'submissions.id as submissionId'])
    .where('externalRequests.accountId', '=', accountId);

export const findRequest = (
  db: Db,
  accountId: string,
  key: string,
): Promise<RequestWithAnswer | undefined> =>
  withAnswers(db, accountId).where('externalRequests.key', '=', key).executeTakeFirst();

export const findRequestByIdempotencyKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<RequestWithAnswer | undefined> =>
  withAnswers(db, accountId)
    .where('externalRequests.idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

export type RequestFilter = { formId?: string | undefined };

const filterRequests = (db: Db, accountId: string, { formId }: RequestFilter) =>
  formId === undefined
    ? withAnswers(db, accountId)
    : withAnswers(db, accountId).where('workflows.formId', '=', formId);

/** With one extra row if there is a next page. */
export function listRequests(
  db: Db,
  accountId: string,
  filter: RequestFilter,
  page: { limit: number; after?: Position | undefined },
): Promise<RequestWithAnswer[]> {
  return paginate(
    filterRequests(db, accountId, filter),
    ['externalRequests.createdAt', 'externalRequests.key'],
    page,
  ).execute();
}

export const countRequests = (
  db: Db,
  accountId: string,
  filter: RequestFilter,
): Promise<number | null> =>
  countRows(db, filterRequests(db, accountId, filter).clearSelect().select('externalRequests.key'));

/** Returns true for the first insert of an Idempotency-Key only. */
export async function insertRequest(db: Db, request: ExternalRequestRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('externalRequests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Lists unanswered requests that expired before this instant. */
export async function deletePassed(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('externalRequests')
    .where('validUntil', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions')
            .select('id')
            .whereRef('submissions.workflowKey', '=', 'externalRequests.workflowKey'),
        ),
      ),
    )
    .execute();
}
