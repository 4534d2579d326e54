import { sql, type ExpressionBuilder } from 'kysely';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import {
  defaultLanguage,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import { isSqlite } from '#server/db/dialect.ts';
import type { Db, FormRevisionRow, FormRow, Schema } from '#server/db/schema.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';

const selectOwnForms = (db: Db, accountId: string) =>
  db.selectFrom('forms').where('accountId', '=', accountId);

/** Without the definition, which may be large. */
const summary = [
  'id',
  'accountId',
  'processGuid',
  'title',
  'state',
  'visibility',
  'createdAt',
  'updatedAt',
] as const;
export type FormSummary = Pick<FormRow, (typeof summary)[number]> & {
  /** number of the newest revision */ revision: number | null;
  /** number of recent PINs; null: the form requires none */ pins: number | null;
};

const selectNewestNumber = (db: ExpressionBuilder<Schema, 'forms'>) =>
  db
    .selectFrom('formRevisions')
    .select((is) => is.fn.max('number').as('number'))
    .whereRef('formRevisions.formId', '=', 'forms.id');

const selectPinCount = (db: ExpressionBuilder<Schema, 'forms'>) =>
  db
    .selectFrom('pins')
    .select((is) => is.fn.countAll<number>().as('number'))
    .where('pins.subject', '=', sql<string>`'form:' || ${sql.ref('forms.id')}`);

export const findFormSummary = (
  db: Db,
  accountId: string,
  id: string,
): Promise<FormSummary | undefined> =>
  selectOwnForms(db, accountId)
    .select(summary)
    .select((form) => [selectNewestNumber(form).as('revision'), selectPinCount(form).as('pins')])
    .where('id', '=', id)
    .executeTakeFirst();

export const findForm = (
  db: Db,
  accountId: string,
  id: string,
): Promise<Pick<FormRow, (typeof summary)[number]> | undefined> =>
  selectOwnForms(db, accountId).select(summary).where('id', '=', id).executeTakeFirst();

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
  const row = await selectOwnForms(db, accountId)
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
  selectOwnForms(db, accountId)
    .select(['id', 'bodyHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();

/** Finds the newest revision, with its definition parsed and as it is stored. */
export async function findNewestRevision(
  db: Db,
  formId: string,
): Promise<{ number: number; definition: FormDefinition; stored: string } | undefined> {
  const row = await db
    .selectFrom('formRevisions')
    .select(['number', 'definition as stored'])
    .where('formId', '=', formId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, definition: JSON.parse(row.stored) as FormDefinition };
}

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

export async function setVisibility(
  db: Db,
  accountId: string,
  id: string,
  visibility: FormRow['visibility'],
): Promise<void> {
  await updateOwn(db, accountId, id, { visibility }).execute();
}

export async function insertRevision(db: Db, revision: FormRevisionRow): Promise<void> {
  await db.insertInto('formRevisions').values(revision).execute();
}

export type PublishedForm = Pick<FormRow, 'id' | 'processGuid' | 'visibility'> &
  Pick<FormRevisionRow, 'title' | 'description'>;

/** Reads a text of a definition only, because the rest may be large. */
const selectText = (db: Db, name: 'title' | 'description') => {
  const definition = sql.ref('formRevisions.definition');
  return isSqlite(db)
    ? sql<string | null>`${definition} -> ${sql.lit(`$.${name}`)}`
    : sql<string | null>`(${definition}::json -> ${sql.lit(name)})::text`;
};

const selectPublishedForms = (db: Db, accountId: string) =>
  db
    .selectFrom('forms')
    .innerJoin('formRevisions', 'formRevisions.formId', 'forms.id')
    .select(['forms.id', 'forms.processGuid', 'forms.visibility'])
    .where('forms.accountId', '=', accountId)
    .where('forms.state', '=', 'published')
    .where('formRevisions.number', '=', selectNewestNumber)
    .orderBy('forms.createdAt')
    .orderBy('forms.id');

/** Reads the published titles, not the drafts'. Those of the default language are stored. */
export async function listPublishedForms(
  db: Db,
  accountId: string,
  language: Language,
): Promise<PublishedForm[]> {
  const query = selectPublishedForms(db, accountId);
  if (language === defaultLanguage)
    return query.select(['formRevisions.title', 'formRevisions.description']).execute();
  const rows = await query
    .select([selectText(db, 'title').as('title'), selectText(db, 'description').as('description')])
    .execute();
  const translate = (text: string | null) =>
    text === null ? '' : localize(JSON.parse(text) as LocalizedText, language);
  return rows.map(({ title, description, ...row }) => ({
    ...row,
    title: translate(title),
    description: translate(description),
  }));
}

export type FormFilter = Partial<Pick<FormRow, 'state' | 'visibility'>>;

function filterForms(db: Db, accountId: string, { state, visibility }: FormFilter) {
  let query = selectOwnForms(db, accountId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (visibility !== undefined) query = query.where('visibility', '=', visibility);
  return query;
}

/** With one extra row if there is a next page. */
export function listForms(
  db: Db,
  accountId: string,
  filter: FormFilter,
  page: { limit: number; after?: Position | undefined },
): Promise<FormSummary[]> {
  const query = filterForms(db, accountId, filter)
    .select(summary)
    .select((form) => [selectNewestNumber(form).as('revision'), selectPinCount(form).as('pins')]);
  return paginate(query, ['createdAt', 'id'], page).execute();
}

export const countForms = (db: Db, accountId: string, filter: FormFilter): Promise<number | null> =>
  countRows(db, filterForms(db, accountId, filter).select('id'));
