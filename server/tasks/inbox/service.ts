import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import { localize, type Language } from '#schemas/platform/common.ts';
import type { Args, Query, Reply, StaffRole } from '#schemas/platform/endpoint.ts';
import { mayChange } from '#schemas/tasks/inbox.rules.ts';
import type {
  InboxCounts,
  InboxItem,
  InboxRecord,
  listInbox as listCall,
  markInboxItem,
} from '#schemas/tasks/inbox.ts';
import { inboxLimits } from '#schemas/tasks/limits.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import {
  getRole,
  findRole,
  listInboxReaders,
  type HasSecondFactor,
  type Onlooker as StaffOnlooker,
} from '#server/accounts/staff/service.ts';
import { listClientsOf } from '#server/cases/cases/service.ts';
import type { Deps } from '#server/deps.ts';
import { writeAnswersFile } from '#server/forms/exports/service.ts';
import { buildReference } from '#server/forms/reference.ts';
import {
  changeMarks,
  markOpened,
  parseSubmissionSearch,
  readSubmission,
} from '#server/forms/submissions/service.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { getReadableTask } from '#server/tasks/board/service.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import { createProblem } from '#server/problem.ts';
import * as repository from './repository.ts';

/** The caller and the account of the inbox. */
export type Onlooker = StaffOnlooker & { language: Language };

/** Returns the caller's role; throws `notFound`, `secondFactorRequired` and `notAllowed`. */
async function getReaderRole({ db }: Deps, onlooker: Onlooker): Promise<StaffRole> {
  const role = await getRole(db, onlooker);
  if (!mayReadInbox(role)) throw createProblem('notAllowed');
  return role;
}

/** Returns the names of the clients of each case. */
async function nameClients(deps: Deps, caseIds: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { caseId, ...client } of await listClientsOf(deps.db, caseIds))
    names.set(caseId, [names.get(caseId), formatPersonName(client)].filter(Boolean).join(', '));
  return names;
}

async function present(
  deps: Deps,
  { language }: Onlooker,
  rows: readonly repository.ItemRow[],
): Promise<InboxItem[]> {
  const unnamed = rows.flatMap(({ sender, caseId }) => (sender || caseId === null ? [] : [caseId]));
  const clients = await nameClients(deps, [...new Set(unnamed)]);
  return rows.map((row) => ({
    submissionId: row.id,
    reference: buildReference(row.id),
    formId: row.formId,
    processGuid: row.processGuid,
    revision: row.revision,
    language: row.language,
    source: row.source,
    submittedAt: row.submittedAt,
    suspicions: row.suspicions,
    state: row.state,
    caseId: row.caseId,
    note: row.note,
    formTitle: localize(row.title, language),
    sender: row.sender || (clients.get(row.caseId ?? '') ?? ''),
    preview: row.preview ?? '',
    openedAt: row.openedAt,
    assignee:
      row.assigneeId === null
        ? null
        : {
            userId: row.assigneeId,
            firstName: row.assigneeFirstName ?? '',
            lastName: row.assigneeLastName ?? '',
          },
    caseHeader: row.caseHeader,
  }));
}

/** Lists a view of the caller's inbox; throws `notFound` for other users. */
export async function listInbox(
  deps: Deps,
  onlooker: Onlooker,
  { view = 'open', q, cursor, limit = inboxLimits.pageSize }: Query<typeof listCall>,
): Promise<Reply<typeof listCall>> {
  await getReaderRole(deps, onlooker);
  const search = q === undefined ? undefined : parseSubmissionSearch(q);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const found = await repository.listItems(deps.db, onlooker, { view, search }, { limit, after });
  const { rows, ...next } = toPage(found, limit, ({ submittedAt, id }) => ({
    at: submittedAt,
    id,
  }));
  return { items: await present(deps, onlooker, rows), ...next };
}

export async function countInbox(deps: Deps, onlooker: Onlooker): Promise<InboxCounts> {
  await getReaderRole(deps, onlooker);
  const count = (view: 'open' | 'mine' | 'unassigned') =>
    repository.countView(deps.db, onlooker, view);
  const [open, mine, unassigned, unopened] = await Promise.all([
    count('open'),
    count('mine'),
    count('unassigned'),
    repository.countNew(deps.db, onlooker),
  ]);
  return { open, mine, unassigned, new: unopened };
}

async function getItemRow(
  { db }: Deps,
  onlooker: Onlooker,
  submissionId: string,
): Promise<repository.ItemRow> {
  const row = await repository.findItem(db, onlooker, submissionId);
  if (!row) throw createProblem('notFound');
  return row;
}

async function readItem(deps: Deps, onlooker: Onlooker, submissionId: string): Promise<InboxItem> {
  const [item] = await present(deps, onlooker, [await getItemRow(deps, onlooker, submissionId)]);
  if (!item) throw createProblem('notFound');
  return item;
}

/** Returns a submission with its answers; throws `notFound` for one that the caller may not see. */
export async function readRecord(
  deps: Deps,
  onlooker: Onlooker,
  submissionId: string,
): Promise<InboxRecord> {
  await getReaderRole(deps, onlooker);
  const row = await getItemRow(deps, onlooker, submissionId);
  const [item] = await present(deps, onlooker, [row]);
  if (!item) throw createProblem('notFound');
  const { accountId } = onlooker;
  const [{ formElement, answers, agbAccepted, datenschutzAccepted }, readers] = await Promise.all([
    readSubmission(deps, accountId, submissionId),
    listInboxReaders(deps.db, { accountId, caseId: row.caseId }),
  ]);
  return {
    ...item,
    formElement,
    answers,
    agbAccepted,
    datenschutzAccepted,
    workflowId: row.workflowKey,
    assignees: readers.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
  };
}

/** Returns the answers of a submission as a PDF, and the name of the file. */
export async function writePdf(deps: Deps, onlooker: Onlooker, submissionId: string) {
  await getReaderRole(deps, onlooker);
  await getItemRow(deps, onlooker, submissionId);
  return writeAnswersFile(deps, onlooker.accountId, submissionId);
}

/** Returns the account for whose staff the caller may read these answers. */
async function findStaffAccount(
  deps: Deps,
  caller: UserCaller,
  workflowKey: string,
  hasSecondFactor: HasSecondFactor,
): Promise<string | undefined> {
  if (caller.kind !== 'registered') return undefined;
  for (const accountId of caller.accountIds) {
    const { userId } = getClient(caller, accountId);
    const onlooker = { accountId, userId, hasSecondFactor };
    const found = await repository.findByWorkflow(deps.db, onlooker, workflowKey);
    const role = found && (await findRole(deps.db, onlooker));
    if (role && mayReadInbox(role)) return accountId;
  }
  return undefined;
}

/**
 * Returns the account of answers that the caller may read with their files: staff who see them in
 * the inbox or on the board, and the client of a task; throws `notFound` for others.
 */
export async function getReadableAnswers(
  deps: Deps,
  caller: UserCaller,
  workflowKey: string,
  hasSecondFactor: HasSecondFactor,
): Promise<{ accountId: string }> {
  const accountId = await findStaffAccount(deps, caller, workflowKey, hasSecondFactor);
  return accountId === undefined
    ? getReadableTask(deps, caller, workflowKey, hasSecondFactor)
    : { accountId };
}

/** Marks a submission as opened, once; the first time is kept. */
export async function openItem(
  deps: Deps,
  onlooker: Onlooker,
  submissionId: string,
): Promise<InboxItem> {
  await getReaderRole(deps, onlooker);
  const { caseId, openedAt } = await getItemRow(deps, onlooker, submissionId);
  const { accountId } = onlooker;
  if (openedAt === null) await markOpened(deps, { accountId, caseId, submissionId });
  return readItem(deps, onlooker, submissionId);
}

const markNames = ['state', 'note', 'assigneeId'] as const;
type Change = Args<typeof markInboxItem>['body'];
type Marks = Change['from'];

/** Returns true if another user has changed a field that the caller is changing. */
const isStale = (current: Marks, { from, ...wanted }: Change): boolean =>
  markNames.some(
    (field) =>
      wanted[field] !== undefined &&
      current[field] !== from[field] &&
      current[field] !== wanted[field],
  );

/** Returns true if all marks have the wanted values. */
const isSet = (current: Marks, wanted: Partial<Marks>): boolean =>
  markNames.every((name) => wanted[name] === undefined || wanted[name] === current[name]);

/**
 * Sets the marks of a submission; throws `notAllowed` for the role, `conflict` if another user was
 * faster, and `invalidInput` for an assignee who does not see its case.
 */
export async function markItem(
  deps: Deps,
  onlooker: Onlooker,
  submissionId: string,
  change: Change,
): Promise<InboxItem> {
  const role = await getReaderRole(deps, onlooker);
  await getItemRow(deps, onlooker, submissionId);
  const { from: _, ...marks } = change;
  const { accountId, language, userId } = onlooker;
  await changeMarks(deps, { accountId, language }, submissionId, {
    marks,
    check(earlier) {
      if (isStale(earlier, change)) throw createProblem('conflict');
      // A retry of giving back: the item is no longer the caller's.
      if (marks.assigneeId === null && isSet(earlier, marks)) return;
      if (!mayChange(role, { userId, assigneeId: earlier.assigneeId }, marks))
        throw createProblem('notAllowed');
    },
    isAssignable: async (db, assigneeId, caseId) =>
      (await listInboxReaders(db, { accountId, caseId })).some(
        (reader) => reader.userId === assigneeId,
      ),
  });
  return readItem(deps, onlooker, submissionId);
}
