import { sql } from 'kysely';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import type { SubmissionSource } from '#schemas/forms/submissions.ts';
import type { Language, LocalizedText } from '#schemas/platform/common.ts';
import type { InboxView } from '#schemas/tasks/inbox.ts';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';
import { readJsonKey } from '#server/db/dialect.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import type { Db, SubmissionRow } from '#server/db/schema.ts';
import { isFoundBy, type SubmissionSearch } from '#server/forms/submissions/service.ts';

/** The inbox of an account as one of its staff sees it. */
export type InboxReader = { accountId: string; userId: string };

const selectVisible = (db: Db, { accountId, userId }: InboxReader) =>
  db
    .selectFrom('submissions')
    .where('submissions.accountId', '=', accountId)
    .where(isOpenToStaff(userId, 'submissions.caseId'));

function selectView(db: Db, reader: InboxReader, view: InboxView) {
  const state = view === 'done' ? 'done' : 'open';
  const inState = selectVisible(db, reader).where('submissions.state', '=', state);
  if (view === 'mine') return inState.where('submissions.assigneeId', '=', reader.userId);
  return view === 'unassigned' ? inState.where('submissions.assigneeId', 'is', null) : inState;
}

const selectItems = (db: Db, query: ReturnType<typeof selectVisible>) =>
  query
    .innerJoin('forms', 'forms.id', 'submissions.formId')
    .innerJoin('formRevisions', (join) =>
      join
        .onRef('formRevisions.formId', '=', 'submissions.formId')
        .onRef('formRevisions.number', '=', 'submissions.revision'),
    )
    .leftJoin('cases', 'cases.id', 'submissions.caseId')
    .leftJoin('users', 'users.id', 'submissions.assigneeId')
    .select([
      'submissions.id',
      'submissions.workflowKey',
      'submissions.formId',
      'submissions.revision',
      'submissions.language',
      'submissions.submittedAt',
      'submissions.suspicions',
      'submissions.state',
      'submissions.note',
      'submissions.assigneeId',
      'submissions.caseId',
      'submissions.sender',
      'submissions.preview',
      'submissions.openedAt',
      'submissions.source',
      'forms.processGuid',
      'cases.header as caseHeader',
      'users.firstName as assigneeFirstName',
      'users.lastName as assigneeLastName',
    ])
    .select(readJsonKey(db, sql.ref('formRevisions.definition'), 'title').as('title'));

type StoredItem = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number];

const parseItem = ({ title, suspicions, source, language, ...row }: StoredItem) => ({
  ...row,
  language: language as Language,
  title: JSON.parse(title) as LocalizedText,
  suspicions: JSON.parse(suspicions) as Suspicion[],
  // Null in submissions of the version before, until they are indexed.
  source: source ?? ('link' satisfies SubmissionSource),
});

export type ItemRow = ReturnType<typeof parseItem>;

/** Lists a view, newest first, with one extra row if there is a next page. */
export async function listItems(
  db: Db,
  reader: InboxReader,
  { view, search }: { view: InboxView; search: SubmissionSearch | undefined },
  page: { limit: number; after?: Position | undefined },
): Promise<ItemRow[]> {
  const inView = selectView(db, reader, view);
  const found = search ? inView.where(isFoundBy(reader.accountId, search)) : inView;
  const rows = await paginate(
    selectItems(db, found),
    ['submissions.submittedAt', 'submissions.id'],
    page,
  ).execute();
  return rows.map(parseItem);
}

export async function findItem(
  db: Db,
  reader: InboxReader,
  submissionId: string,
): Promise<ItemRow | undefined> {
  const one = selectVisible(db, reader).where('submissions.id', '=', submissionId);
  const row = await selectItems(db, one).executeTakeFirst();
  return row && parseItem(row);
}

/** Finds the submission of a workflow that the reader may see. */
export const findByWorkflow = (
  db: Db,
  reader: InboxReader,
  workflowKey: string,
): Promise<Pick<SubmissionRow, 'id'> | undefined> =>
  selectVisible(db, reader)
    .select('submissions.id')
    .where('submissions.workflowKey', '=', workflowKey)
    .executeTakeFirst();

/** Counts a view; null above the limit of lists. */
export const countView = (db: Db, reader: InboxReader, view: InboxView): Promise<number | null> =>
  countRows(db, selectView(db, reader, view).select('submissions.id'));

export const countNew = (db: Db, reader: InboxReader): Promise<number | null> =>
  countRows(
    db,
    selectView(db, reader, 'open')
      .select('submissions.id')
      .where('submissions.openedAt', 'is', null),
  );
