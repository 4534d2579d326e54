import type { Db, FormRevisionRow, FormRow, SubmissionRow } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

const ownForms = (db: Db, accountId: string) => db.selectFrom('forms').where('accountId', '=', accountId);

export const findForm = (db: Db, accountId: string, id: string): Promise<FormRow | undefined> =>
  ownForms(db, accountId).selectAll().where('id', '=', id).executeTakeFirst();

export const findFormByIdempotencyKey = (db: Db, accountId: string, key: string): Promise<FormRow | undefined> =>
  ownForms(db, accountId).selectAll().where('idempotencyKey', '=', key).executeTakeFirst();

export const findNewestRevision = (db: Db, formId: string): Promise<FormRevisionRow | undefined> =>
  db.selectFrom('formRevisions').selectAll().where('formId', '=', formId).orderBy('number', 'desc').limit(1).executeTakeFirst();

/** Whether this call inserted it: of two with the same idempotency key, one does. */
export async function insertForm(db: Db, form: FormRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto('forms').values(form).onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing()).executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateForm(db: Db, accountId: string, id: string, change: Partial<Pick<FormRow, 'definition' | 'state'>>, now: string): Promise<void> {
  await db.updateTable('forms').set({ ...change, updatedAt: now }).where('accountId', '=', accountId).where('id', '=', id).execute();
}

/** Two that publish at once make one revision. */
export async function insertRevision(db: Db, revision: FormRevisionRow): Promise<void> {
  await db.insertInto('formRevisions').values(revision).onConflict((conflict) => conflict.columns(['formId', 'number']).doNothing()).execute();
}

export const listPublishedForms = (db: Db, accountId: string): Promise<FormRow[]> =>
  ownForms(db, accountId).selectAll().where('state', '=', 'published').orderBy('createdAt').orderBy('id').execute();

/** One row more than asked for, if there is one. */
export function listForms(db: Db, accountId: string, limit: number, after?: Position): Promise<FormRow[]> {
  let query = ownForms(db, accountId).selectAll();
  if (after) query = query.where((is) => is.or([is('createdAt', '<', after.at), is.and([is('createdAt', '=', after.at), is('id', '<', after.id)])]));
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit + 1).execute();
}

export type SubmissionListRow = Pick<SubmissionRow, 'id' | 'formId' | 'revision' | 'language' | 'submittedAt'> & { processGuid: string };

const ownSubmissions = (db: Db, accountId: string) =>
  db.selectFrom('submissions').innerJoin('forms', 'forms.id', 'submissions.formId').where('submissions.accountId', '=', accountId);

/** One row more than asked for, if there is one. */
export function listSubmissions(db: Db, accountId: string, options: { limit: number; after?: Position; formId?: string }): Promise<SubmissionListRow[]> {
  const { limit, after, formId } = options;
  let query = ownSubmissions(db, accountId)
    .select(['submissions.id', 'submissions.formId', 'submissions.revision', 'submissions.language', 'submissions.submittedAt', 'forms.processGuid']);
  if (formId) query = query.where('submissions.formId', '=', formId);
  if (after) {
    query = query.where((is) => is.or([
      is('submissions.submittedAt', '<', after.at),
      is.and([is('submissions.submittedAt', '=', after.at), is('submissions.id', '<', after.id)]),
    ]));
  }
  return query.orderBy('submissions.submittedAt', 'desc').orderBy('submissions.id', 'desc').limit(limit + 1).execute();
}

export const findSubmission = (db: Db, accountId: string, id: string): Promise<(SubmissionRow & { processGuid: string }) | undefined> =>
  ownSubmissions(db, accountId).selectAll('submissions').select('forms.processGuid').where('submissions.id', '=', id).executeTakeFirst();
