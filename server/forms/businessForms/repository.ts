import { sql } from 'kysely';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { LocalizedText } from '#schemas/platform/common.ts';
import { readJsonKey } from '#server/db/dialect.ts';
import type { Db, FormRevisionRow, FormRow, Revision } from '#server/db/schema.ts';
import { paginate, type Position } from '#server/db/paginate.ts';

export type ListedForm = Pick<
  FormRow,
  'id' | 'processGuid' | 'state' | 'visibility' | 'createdAt'
> & {
  title: LocalizedText;
  revision: number | null;
  publishedAt: string | null;
  isDraftNewer: number | boolean;
  /** number of recent PINs; null: the form requires none */
  pins: number | string | bigint | null;
};

const newestNumber = sql<number>`(
  select max(${sql.ref('each.number')})
  from ${sql.table('formRevisions')} as ${sql.ref('each')}
  where ${sql.ref('each.formId')} = ${sql.ref('forms.id')}
)`;

const isDraftNewer = sql<number | boolean>`
  ${sql.ref('newest.definition')} is not null
  and ${sql.ref('newest.definition')} <> ${sql.ref('forms.definition')}
`;

const selectTitle = (db: Db) => {
  const definition = sql`coalesce(${sql.ref('newest.definition')}, ${sql.ref('forms.definition')})`;
  return readJsonKey(db, definition, 'title');
};

const forms = (db: Db, accountId: string) =>
  db
    .selectFrom('forms')
    .leftJoin('formRevisions as newest', (join) =>
      join.onRef('newest.formId', '=', 'forms.id').on('newest.number', '=', newestNumber),
    )
    .select([
      'forms.id',
      'forms.processGuid',
      'forms.state',
      'forms.visibility',
      'forms.createdAt',
      'newest.number as revision',
      'newest.publishedAt',
    ])
    .select((form) => [
      selectTitle(db).as('title'),
      isDraftNewer.as('isDraftNewer'),
      form
        .selectFrom('pins')
        .select((is) => is.fn.countAll().as('number'))
        .where('pins.subject', '=', sql<string>`'form:' || ${sql.ref('forms.id')}`)
        .as('pins'),
    ])
    .where('forms.accountId', '=', accountId);

const parseTitle = <Row extends { title: string }>({
  title,
  ...row
}: Row): Omit<Row, 'title'> & { title: LocalizedText } => ({
  ...row,
  title: JSON.parse(title) as LocalizedText,
});

/** Newest first, with one extra row if there is a next page. */
export async function listForms(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<ListedForm[]> {
  const rows = await paginate(forms(db, accountId), ['forms.createdAt', 'forms.id'], {
    limit,
    after,
  }).execute();
  return rows.map(parseTitle);
}

export async function findForm(
  db: Db,
  accountId: string,
  formId: string,
): Promise<ListedForm | undefined> {
  const row = await forms(db, accountId).where('forms.id', '=', formId).executeTakeFirst();
  return row && parseTitle(row);
}

/** Counts the submissions per form and week; the weeks begin at these instants. */
export async function countSubmissions(
  db: Db,
  formIds: readonly string[],
  begins: readonly string[],
): Promise<{ formId: string; week: number; count: number }[]> {
  const [first] = begins;
  if (formIds.length === 0 || first === undefined) return [];
  // From the last week down: the first one that has begun by then matches.
  const steps = begins.map(
    (begin, index) => sql`when ${sql.ref('submittedAt')} >= ${begin} then ${sql.lit(index)}`,
  );
  const week = sql<number>`case ${sql.join(steps.reverse(), sql` `)} end`;
  const rows = await db
    .selectFrom('submissions')
    .select(({ fn }) => ['formId', week.as('week'), fn.countAll().as('count')])
    .where('formId', 'in', formIds)
    .where('submittedAt', '>=', first)
    .groupBy(['formId', 'week'])
    .execute();
  // PostgreSQL returns counts as text
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export const listRevisions = (
  db: Db,
  formId: string,
  limit: number,
): Promise<Pick<FormRevisionRow, 'number' | 'publishedAt'>[]> =>
  db
    .selectFrom('formRevisions')
    .select(['number', 'publishedAt'])
    .where('formId', '=', formId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

export async function findRevision(
  db: Db,
  formId: string,
  number: number,
): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('formRevisions')
    .selectAll()
    .where('formId', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && { ...row, definition: JSON.parse(row.definition) as FormDefinition };
}
