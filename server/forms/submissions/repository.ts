import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionSource } from '#schemas/forms/submissions.ts';
import { lockRows } from '#server/db/dialect.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import type { Db, Schema, StoredSubmission, SubmissionRow } from '#server/db/schema.ts';
import { hasWord } from '#server/db/wordConditions.ts';
import type { SearchedWord } from '#server/words.ts';
import type { SubmissionSearch } from './answerWords.ts';

/** Filters as they are stored; instants are in UTC. */
export type Filter = Partial<
  Pick<SubmissionRow, 'formId' | 'revision' | 'state' | 'assigneeId' | 'caseId' | 'reference'>
> & {
  source?: SubmissionSource | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** all of them have to be found */
  words?: readonly SearchedWord[] | undefined;
};

const equalColumns = [
  'formId',
  'revision',
  'state',
  'assigneeId',
  'caseId',
  'source',
  'reference',
] as const;

const wordColumns = { stem: 'submissionWords.word', word: 'submissionWords.word' };

/** Condition of a submission whose answers have a word that a searched one finds. */
const hasAnswerWord = (accountId: string, word: SearchedWord): RawBuilder<SqlBool> => sql<SqlBool>`
  "submissions"."id" in (
    select "submissionWords"."submissionId" from "submissionWords"
    where "submissionWords"."accountId" = ${accountId}
      and ${hasWord(wordColumns, word)}
  )
`;

/** Condition of a submission that a search finds; a search without words finds none. */
export function isFoundBy(accountId: string, search: SubmissionSearch): RawBuilder<SqlBool> {
  if ('reference' in search) return sql<SqlBool>`"submissions"."reference" = ${search.reference}`;
  const conditions = search.words.map((word) => hasAnswerWord(accountId, word));
  return conditions.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

type Query<Row> = SelectQueryBuilder<Schema, 'submissions', Row>;

function applyFilter<Row>(query: Query<Row>, accountId: string, filter: Filter): Query<Row> {
  const { since, until, words } = filter;
  let found = query.where('submissions.accountId', '=', accountId);
  for (const column of equalColumns) {
    const value = filter[column];
    if (value !== undefined) found = found.where(`submissions.${column}`, '=', value);
  }
  if (since !== undefined) found = found.where('submissions.submittedAt', '>=', since);
  if (until !== undefined) found = found.where('submissions.submittedAt', '<', until);
  if (words?.length === 0) found = found.where(sql<boolean>`1 = 0`);
  for (const word of words ?? []) found = found.where(hasAnswerWord(accountId, word));
  return found;
}

const selectSource = (): RawBuilder<SubmissionSource> => sql<SubmissionSource>`(
  select case
    when exists (select 1 from "tasks" where "tasks"."workflowKey" = "workflows"."key") then 'task'
    when "workflows"."type" = 'EXTERNALREQUEST' then 'externalRequest'
    else 'link'
  end
  from "workflows" where "workflows"."key" = "submissions"."workflowKey"
)`;

const listColumns = [
  'submissions.id',
  'submissions.formId',
  'submissions.revision',
  'submissions.language',
  'submissions.submittedAt',
  'submissions.suspicions',
  'submissions.state',
  'submissions.note',
  'submissions.assigneeId',
  'submissions.caseId',
] as const;

/** A submission without its answers. */
export type ListedSubmission = Pick<
  StoredSubmission,
  | 'id'
  | 'formId'
  | 'revision'
  | 'language'
  | 'submittedAt'
  | 'suspicions'
  | 'state'
  | 'note'
  | 'assigneeId'
  | 'caseId'
> & { source: SubmissionSource; processGuid: string };

const selectListed = (db: Db) =>
  db
    .selectFrom('submissions')
    .innerJoin('forms', 'forms.id', 'submissions.formId')
    .select(listColumns)
    .select('forms.processGuid')
    .select(
      sql<SubmissionSource>`coalesce("submissions"."source", ${selectSource()})`.as('source'),
    );

const parseSuspicions = <Row extends Pick<SubmissionRow, 'suspicions'>>(row: Row) => ({
  ...row,
  suspicions: JSON.parse(row.suspicions) as Suspicion[],
});

/** With one extra row if there is a next page. */
export async function listSubmissions(
  db: Db,
  accountId: string,
  filter: Filter,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<ListedSubmission[]> {
  const query = applyFilter(selectListed(db) as Query<object>, accountId, filter) as ReturnType<
    typeof selectListed
  >;
  const page = { limit, after };
  const rows = await paginate(query, ['submissions.submittedAt', 'submissions.id'], page).execute();
  return rows.map(parseSuspicions);
}

/** A submission with its answers. */
export type ExportedSubmission = ListedSubmission &
  Pick<StoredSubmission, 'answers' | 'agbAccepted' | 'datenschutzAccepted'>;

type ExportLimits = { rowsAtOnce: number; charactersAtOnce: number };

/** Returns the ids of the next submissions to export within the limits, at least one of them. */
async function listNextIds(
  db: Db,
  accountId: string,
  filter: Filter,
  { rowsAtOnce, charactersAtOnce, after }: ExportLimits & { after: Position | undefined },
): Promise<string[]> {
  const query = db
    .selectFrom('submissions')
    .select(['submissions.id', sql<number>`length("submissions"."answers")`.as('characters')]);
  const found = applyFilter(query as Query<object>, accountId, filter) as typeof query;
  const page = { limit: rowsAtOnce, after, order: 'asc' } as const;
  const rows = await paginate(found, ['submissions.submittedAt', 'submissions.id'], page).execute();
  let total = 0;
  const end = rows.findIndex(({ characters }, index) => {
    total += characters;
    return index === rowsAtOnce || (index > 0 && total > charactersAtOnce);
  });
  return rows.slice(0, end < 0 ? rows.length : end).map(({ id }) => id);
}

/** Lists the next submissions with their answers, oldest first; none behind the last. */
export async function listForExport(
  db: Db,
  accountId: string,
  filter: Filter,
  next: ExportLimits & { after: Position | undefined },
): Promise<ExportedSubmission[]> {
  const ids = await listNextIds(db, accountId, filter, next);
  if (ids.length === 0) return [];
  const rows = await selectListed(db)
    .select(['submissions.answers'])
    .select(['submissions.agbAccepted', 'submissions.datenschutzAccepted'])
    .where('submissions.id', 'in', ids)
    .orderBy('submissions.submittedAt')
    .orderBy('submissions.id')
    .execute();
  return rows.map((row) => ({
    ...parseSuspicions(row),
    answers: JSON.parse(row.answers) as Answer[],
  }));
}

/** Lists the definitions of a form's revisions, oldest first. */
export async function listRevisions(
  db: Db,
  formId: string,
): Promise<{ number: number; definition: FormDefinition }[]> {
  const rows = await db
    .selectFrom('formRevisions')
    .select(['number', 'definition'])
    .where('formId', '=', formId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    ...row,
    definition: JSON.parse(row.definition) as FormDefinition,
  }));
}

/** Counts submissions; null above the limit of lists. */
export const countSubmissions = (
  db: Db,
  accountId: string,
  filter: Filter,
): Promise<number | null> =>
  countRows(db, applyFilter(db.selectFrom('submissions').select('id'), accountId, filter));

export const hasSubmission = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('submissions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

export async function findListed(
  db: Db,
  accountId: string,
  id: string,
): Promise<ListedSubmission | undefined> {
  const row = await selectListed(db)
    .where('submissions.accountId', '=', accountId)
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  return row && parseSuspicions(row);
}

/** With its answers and the definition of the answered revision. */
export async function findSubmission(db: Db, accountId: string, id: string) {
  const row = await selectListed(db)
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .select(['submissions.agbAccepted', 'submissions.datenschutzAccepted'])
    .select(['submissions.answers', 'formRevisions.definition'])
    .where('submissions.accountId', '=', accountId)
    .where('submissions.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...parseSuspicions(row),
      answers: JSON.parse(row.answers) as Answer[],
      definition: JSON.parse(row.definition) as FormDefinition,
    }
  );
}

export type Marks = Pick<SubmissionRow, 'state' | 'note' | 'assigneeId'>;

/** Returns what a provider has set, and locks it until the transaction ends. */
export const lockSubmission = (
  db: Db,
  accountId: string,
  id: string,
): Promise<(Marks & Pick<SubmissionRow, 'formId' | 'caseId'>) | undefined> =>
  lockRows(
    db,
    db
      .selectFrom('submissions')
      .select(['state', 'note', 'assigneeId', 'formId', 'caseId'])
      .where('accountId', '=', accountId)
      .where('id', '=', id),
  ).executeTakeFirst();

export async function updateMarks(db: Db, id: string, marks: Partial<Marks>): Promise<void> {
  await db.updateTable('submissions').set(marks).where('id', '=', id).execute();
}

/** Stores when a submission was first opened; false if it was before. */
export async function storeOpened(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('submissions')
    .set({ openedAt: at })
    .where('id', '=', id)
    .where('openedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns where a submission came from and is now, and locks it until the transaction ends. */
export const lockOrigin = (db: Db, accountId: string, id: string): Promise<Origin | undefined> =>
  lockRows(
    db,
    db
      .selectFrom('submissions')
      .select(['formId', 'caseId', 'workflowKey', 'submittedAt'])
      .select(sql<SubmissionSource>`coalesce("source", ${selectSource()})`.as('source'))
      .where('accountId', '=', accountId)
      .where('id', '=', id),
  ).executeTakeFirst();
export type Origin = Pick<SubmissionRow, 'formId' | 'caseId' | 'workflowKey' | 'submittedAt'> & {
  source: SubmissionSource;
};

/** Deletes a submission with its words. Call it after its files are deleted. */
export async function deleteSubmission(db: Db, id: string): Promise<void> {
  await db.deleteFrom('submissionWords').where('submissionId', '=', id).execute();
  await db.deleteFrom('submissions').where('id', '=', id).execute();
}

/** Sets the case of a submission, and the source of an older one before it is computed again. */
export async function setCase(
  db: Db,
  id: string,
  change: { caseId: string | null; source: SubmissionSource },
): Promise<void> {
  await db.updateTable('submissions').set(change).where('id', '=', id).execute();
}

/** A submission whose words are not indexed yet. */
export type Unindexed = Pick<StoredSubmission, 'id' | 'accountId' | 'language' | 'answers'> & {
  definition: FormDefinition;
};

/** Condition of a submission without an index, or without a description, as older builds store it. */
const isToIndex = sql<SqlBool>`("indexedAt" is null or "sender" is null)`;

export const hasUnindexed = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('submissions').select('id').where(isToIndex).limit(1).executeTakeFirst()) !==
  undefined;

/** Returns the oldest submissions without an index, and locks them until the transaction ends. */
export async function claimUnindexed(db: Db, limit: number): Promise<Unindexed[]> {
  const claimed = await lockRows(
    db,
    db.selectFrom('submissions').select('id').where(isToIndex).orderBy('submittedAt').limit(limit),
  ).execute();
  if (claimed.length === 0) return [];
  const rows = await db
    .selectFrom('submissions')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .select(['submissions.id', 'submissions.accountId', 'submissions.language'])
    .select(['submissions.answers', 'formRevisions.definition'])
    .where(
      'submissions.id',
      'in',
      claimed.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => ({
    ...row,
    answers: JSON.parse(row.answers) as Answer[],
    definition: JSON.parse(row.definition) as FormDefinition,
  }));
}

/** Rows per statement, because databases limit its parameters. */
const wordsAtOnce = 500;

type IndexEntry = {
  words: readonly string[];
  sender: string;
  preview: string;
  reference: string;
  at: string;
};

/** Stores the words of a submission, and what a submission of the version before lacks. */
export async function storeIndex(
  db: Db,
  { id, accountId }: Pick<SubmissionRow, 'id' | 'accountId'>,
  { words, sender, preview, reference, at }: IndexEntry,
): Promise<void> {
  for (let start = 0; start < words.length; start += wordsAtOnce)
    await db
      .insertInto('submissionWords')
      .values(
        words
          .slice(start, start + wordsAtOnce)
          .map((word) => ({ submissionId: id, accountId, word })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db
    .updateTable('submissions')
    .set({
      reference,
      sender,
      preview,
      source: sql<SubmissionSource>`coalesce("source", ${selectSource()})`,
      caseId: sql<string | null>`coalesce("caseId", (
        select "tasks"."caseId" from "tasks"
        where "tasks"."workflowKey" = "submissions"."workflowKey"
      ))`,
      indexedAt: at,
    })
    .where('id', '=', id)
    .execute();
}
