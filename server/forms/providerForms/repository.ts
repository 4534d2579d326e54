import { sql, type ExpressionBuilder } from 'kysely';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import type {
  Db,
  FormRevisionRow,
  FormRow,
  Schema,
  StoredSubmission,
  SubmissionRow,
} from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

const ownForms = (db: Db, accountId: string) =>
  db.selectFrom('forms').where('accountId', '=', accountId);

/** Without the definition, which may be large. */
const summary = [
  'id',
  'accountId',
  'processGuid',
  'title',
  'state',
  'createdAt',
  'updatedAt',
] as const;
export type FormSummary = Pick<FormRow, (typeof summary)[number]> & {
  /** number of the newest revision */ revision: number | null;
  /** number of recent PINs; null: the form requires none */ pins: number | null;
};

const newestNumber = (db: ExpressionBuilder<Schema, 'forms'>) =>
  db
    .selectFrom('formRevisions')
    .select((is) => is.fn.max('number').as('number'))
    .whereRef('formRevisions.formId', '=', 'forms.id');

const pinCount = (db: ExpressionBuilder<Schema, 'forms'>) =>
  db
    .selectFrom('pins')
    .select((is) => is.fn.countAll<number>().as('number'))
    .where('pins.subject', '=', sql<string>`'form:' || ${sql.ref('forms.id')}`);

export const findFormSummary = (
  db: Db,
  accountId: string,
  id: string,
): Promise<FormSummary | undefined> =>
  ownForms(db, accountId)
    .select(summary)
    .select((form) => [newestNumber(form).as('revision'), pinCount(form).as('pins')])
    .where('id', '=', id)
    .executeTakeFirst();

export const findForm = (
  db: Db,
  accountId: string,
  id: string,
): Promise<Pick<FormRow, (typeof summary)[number]> | undefined> =>
  ownForms(db, accountId).select(summary).where('id', '=', id).executeTakeFirst();

/** A draft with its definition, also as stored, to find out whether another one replaced it. */
export type Draft = Pick<FormRow, 'id' | 'accountId' | 'state'> & {
  definition: FormDefinition;
  stored: string;
};

export async function findDraft(
  db: Db,
  accountId: string,
  formId: string,
): Promise<Draft | undefined> {
  const row = await ownForms(db, accountId)
    .select(['id', 'accountId', 'state', 'definition as stored'])
    .where('id', '=', formId)
    .executeTakeFirst();
  return row && { ...row, definition: JSON.parse(row.stored) as FormDefinition };
}

export const findFormByIdempotencyKey = (
  db: Db,
  accountId: string,
  key: string,
): Promise<Pick<FormRow, 'id' | 'bodyHash'> | undefined> =>
  ownForms(db, accountId)
    .select(['id', 'bodyHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();

export const findNewestRevision = (
  db: Db,
  formId: string,
): Promise<Pick<FormRevisionRow, 'number' | 'definition'> | undefined> =>
  db
    .selectFrom('formRevisions')
    .select(['number', 'definition'])
    .where('formId', '=', formId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns true for the first insert of an Idempotency-Key only. */
export async function insertForm(db: Db, form: FormRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('forms')
    .values(form)
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const updateOwn = (db: Db, accountId: string, id: string, change: Partial<FormRow>) =>
  db.updateTable('forms').set(change).where('accountId', '=', accountId).where('id', '=', id);

export async function replaceDraft(
  db: Db,
  accountId: string,
  id: string,
  change: Pick<FormRow, 'title' | 'definition' | 'updatedAt'>,
): Promise<void> {
  await updateOwn(db, accountId, id, change).execute();
}

/** Publishes the form if it is unchanged since it was read; locks it until the transaction ends. */
export async function putOnNet(
  db: Db,
  { accountId, id, stored, state }: Draft,
  updatedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(db, accountId, id, { state: 'published', updatedAt })
    .where('definition', '=', stored)
    .where('state', 'in', [state, 'published'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function unpublish(
  db: Db,
  accountId: string,
  id: string,
  updatedAt: string,
): Promise<void> {
  await updateOwn(db, accountId, id, { state: 'withdrawn', updatedAt }).execute();
}

export async function insertRevision(db: Db, revision: FormRevisionRow): Promise<void> {
  await db.insertInto('formRevisions').values(revision).execute();
}

export type PublishedForm = Pick<FormRow, 'id' | 'processGuid'> &
  Pick<FormRevisionRow, 'title' | 'description'>;

/** Reads the published titles, not the drafts'. */
export const listPublishedForms = (db: Db, accountId: string): Promise<PublishedForm[]> =>
  db
    .selectFrom('forms')
    .innerJoin('formRevisions', 'formRevisions.formId', 'forms.id')
    .select(['forms.id', 'forms.processGuid', 'formRevisions.title', 'formRevisions.description'])
    .where('forms.accountId', '=', accountId)
    .where('forms.state', '=', 'published')
    .where('formRevisions.number', '=', newestNumber)
    .orderBy('forms.createdAt')
    .orderBy('forms.id')
    .execute();

/** With one extra row if there is a next page. */
export function listForms(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<FormSummary[]> {
  let query = ownForms(db, accountId)
    .select(summary)
    .select((form) => [newestNumber(form).as('revision'), pinCount(form).as('pins')]);
  if (after)
    query = query.where((is) =>
      is.or([
        is('createdAt', '<', after.at),
        is.and([is('createdAt', '=', after.at), is('id', '<', after.id)]),
      ]),
    );
  return query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export type SubmissionListRow = Pick<
  StoredSubmission,
  'id' | 'formId' | 'revision' | 'language' | 'submittedAt' | 'suspicions'
> & { processGuid: string };

const parseSuspicions = ({ suspicions }: Pick<SubmissionRow, 'suspicions'>): Suspicion[] =>
  JSON.parse(suspicions) as Suspicion[];

const ownSubmissions = (db: Db, accountId: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('forms', 'forms.id', 'submissions.formId')
    .where('submissions.accountId', '=', accountId);

/** With one extra row if there is a next page. */
export async function listSubmissions(
  db: Db,
  accountId: string,
  options: { limit: number; after?: Position; formId?: string },
): Promise<SubmissionListRow[]> {
  const { limit, after, formId } = options;
  let query = ownSubmissions(db, accountId).select([
    'submissions.id',
    'submissions.formId',
    'submissions.revision',
    'submissions.language',
    'submissions.submittedAt',
    'submissions.suspicions',
    'forms.processGuid',
  ]);
  if (formId) query = query.where('submissions.formId', '=', formId);
  if (after) {
    query = query.where((is) =>
      is.or([
        is('submissions.submittedAt', '<', after.at),
        is.and([is('submissions.submittedAt', '=', after.at), is('submissions.id', '<', after.id)]),
      ]),
    );
  }
  const rows = await query
    .orderBy('submissions.submittedAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, suspicions: parseSuspicions(row) }));
}

export const hasSubmission = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await ownSubmissions(db, accountId)
    .select('submissions.id')
    .where('submissions.id', '=', id)
    .executeTakeFirst()) !== undefined;

/** With the definition of the answered revision. */
export async function findSubmission(
  db: Db,
  accountId: string,
  id: string,
): Promise<(StoredSubmission & { processGuid: string; definition: FormDefinition }) | undefined> {
  const row = await ownSubmissions(db, accountId)
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .selectAll('submissions')
    .select(['forms.processGuid', 'formRevisions.definition'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      suspicions: parseSuspicions(row),
      answers: JSON.parse(row.answers) as Answer[],
      definition: JSON.parse(row.definition) as FormDefinition,
    }
  );
}
