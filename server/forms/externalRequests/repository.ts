import type { Db, ExternalRequestRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** A request with its state. */
export type RequestWithAnswer = ExternalRequestRow & {
  formId: string;
  uniqueKey: string;
  submissionId: string | null;
};

const withAnswers = (db: Db, accountId: string) =>
  db
    .selectFrom('externalRequests')
    .innerJoin('workflows', 'workflows.key', 'externalRequests.workflowKey')
    .innerJoin('accounts', 'accounts.id', 'externalRequests.accountId')
    .leftJoin('submissions', 'submissions.workflowKey', 'externalRequests.workflowKey')
    .selectAll('externalRequests')
    .select(['workflows.formId', 'accounts.uniqueKey', 'submissions.id as submissionId'])
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

/** With one extra row if there is a next page. */
export function listRequests(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<RequestWithAnswer[]> {
  let query = withAnswers(db, accountId);
  if (after) {
    query = query.where((is) =>
      is.or([
        is('externalRequests.createdAt', '<', after.at),
        is.and([
          is('externalRequests.createdAt', '=', after.at),
          is('externalRequests.key', '<', after.id),
        ]),
      ]),
    );
  }
  return query
    .orderBy('externalRequests.createdAt', 'desc')
    .orderBy('externalRequests.key', 'desc')
    .limit(limit + 1)
    .execute();
}

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
