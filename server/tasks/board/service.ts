import { mayAssign, mayMove } from '#schemas/tasks/board.rules.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { localize, type Language } from '#schemas/platform/common.ts';
import { boardLimits } from '#schemas/tasks/limits.ts';
import { getTaskState } from '#schemas/tasks/tasks.rules.ts';
import type { TaskDetail, TaskStatus } from '#schemas/tasks/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { StoredTask } from '#server/db/schema.ts';
import { createProblem } from '#server/problem.ts';
import { getClient, type UserCaller } from '#server/http/session.ts';
import { getTexts } from '#server/texts.ts';
import { listClientsOf } from '#server/cases/cases/service.ts';
import {
  isCaseOpenTo,
  listStaffOfCases,
  listWorking,
  listWorkingOn,
  getRole,
  mayReadBoard,
  type HasSecondFactor,
  type Onlooker as StaffOnlooker,
} from '#server/accounts/staff/service.ts';
import {
  changeTask,
  buildDetail,
  setStatus,
  getSharedTask,
  getState,
  getUsualReminder,
} from '#server/tasks/tasks/service.ts';
import * as repository from './repository.ts';

/** The caller and the account of the board. */
export type Onlooker = StaffOnlooker & { language: Language };

async function present(
  { clock, db }: Deps,
  { language }: Onlooker,
  rows: readonly repository.CardRow[],
): Promise<BoardTask[]> {
  const clients = new Map<string, BoardTask['clients']>();
  const caseIds = [...new Set(rows.map((row) => row.caseId))];
  const staff = await listStaffOfCases(db, caseIds);
  for (const { caseId, ...client } of await listClientsOf(db, caseIds))
    clients.set(caseId, [...(clients.get(caseId) ?? []), client]);
  return rows.map((row) => ({
    workflowId: row.workflowKey,
    caseId: row.caseId,
    caseHeader: row.caseHeader,
    clients: clients.get(row.caseId) ?? [],
    staffIds: staff.get(row.caseId) ?? null,
    assistantName: localize(row.name, language),
    status: row.status,
    state: getTaskState(getState(row), clock.now()),
    assignee:
      row.assigneeId === null
        ? null
        : {
            userId: row.assigneeId,
            firstName: row.assigneeFirstName ?? '',
            lastName: row.assigneeLastName ?? '',
          },
    validUntil: row.validUntil,
    answerCreationDate: row.answeredAt,
    closedDate: row.closedAt,
    creationDate: row.createdAt,
  }));
}

async function buildCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
): Promise<repository.CardRow> {
  const card = await repository.findCard(deps.db, onlooker, workflowKey);
  if (!card) throw createProblem('notFound');
  return card;
}

async function presentOne(deps: Deps, onlooker: Onlooker, workflowKey: string): Promise<BoardTask> {
  const [card] = await present(deps, onlooker, [await buildCard(deps, onlooker, workflowKey)]);
  if (!card) throw createProblem('notFound');
  return card;
}

/** Lists the cards of the caller's board; throws `notFound` for other users. */
export async function listBoardTasks(
  deps: Deps,
  onlooker: Onlooker,
  {
    workflowIds,
    cursor,
    limit = boardLimits.pageSize,
  }: { workflowIds?: string; cursor?: string; limit?: number },
) {
  await getRole(deps.db, onlooker);
  if (workflowIds !== undefined)
    return {
      items: await present(
        deps,
        onlooker,
        await repository.findCards(deps.db, onlooker, workflowIds.split(',')),
      ),
    };
  const found = await repository.listCards(
    deps.db,
    onlooker,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, workflowKey }) => ({
    at: createdAt,
    id: workflowKey,
  }));
  return { items: await present(deps, onlooker, rows), ...next };
}

export async function listStaff({ db }: Deps, onlooker: Onlooker) {
  await getRole(db, onlooker);
  return { staff: await listWorking(db, onlooker.accountId) };
}

/**
 * Returns a task whose answers the caller may read: its client or the account's staff; throws
 * `notFound` for others.
 */
export async function getReadableTask(
  deps: Deps,
  caller: UserCaller,
  workflowKey: string,
  hasSecondFactor: HasSecondFactor,
): Promise<StoredTask> {
  const card =
    caller.kind === 'registered' ? await repository.findAnswered(deps.db, workflowKey) : undefined;
  if (card === undefined || !caller.accountIds.includes(card.accountId))
    return getSharedTask(deps, caller, workflowKey);
  const { accountId, caseId } = card;
  const { userId } = getClient(caller, accountId);
  const isAtBoard =
    (await mayReadBoard(deps.db, { accountId, userId, hasSecondFactor })) &&
    (await isCaseOpenTo(deps.db, caseId, userId));
  return isAtBoard ? card : getSharedTask(deps, caller, workflowKey);
}

export async function readCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
): Promise<TaskDetail> {
  await getRole(deps.db, onlooker);
  return buildDetail(deps, await buildCard(deps, onlooker, workflowKey), onlooker.language);
}

/**
 * Moves a card to another status; throws `notAllowed` for the role, `conflict` if it was moved
 * meanwhile.
 */
export async function moveCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
  { from, to }: { from: TaskStatus; to: TaskStatus },
): Promise<BoardTask> {
  const role = await getRole(deps.db, onlooker);
  await buildCard(deps, onlooker, workflowKey);
  await setStatus(deps, onlooker.accountId, workflowKey, to, ({ status, assigneeId }) => {
    if (status !== from && status !== to) throw createProblem('conflict');
    if (!mayMove(role, { from, to, isOwn: assigneeId === onlooker.userId }))
      throw createProblem('notAllowed'); // a retry of a move that succeeded
  });
  return presentOne(deps, onlooker, workflowKey);
}

type Assignment = { assigneeId: string | null; validUntil: string | null };
type AssignmentChange = Partial<Assignment> & { from?: Assignment };

/** Returns true if another user has changed a field that the caller is changing. */
const isStale = (current: Assignment, { from, ...wanted }: AssignmentChange): boolean =>
  from !== undefined &&
  (['assigneeId', 'validUntil'] as const).some(
    (field) =>
      wanted[field] !== undefined &&
      current[field] !== from[field] &&
      current[field] !== wanted[field], // a retry of a change that succeeded
  );

/**
 * Sets the assignee or deadline of a card; throws `notAllowed`, `conflict` if another user has
 * changed it meanwhile, and the errors of changing a task.
 */
export async function changeCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
  change: AssignmentChange,
): Promise<BoardTask> {
  const { from: _, ...wanted } = change;
  const { accountId, language } = onlooker;
  if (!mayAssign(await getRole(deps.db, onlooker))) throw createProblem('notAllowed');
  const { caseId } = await buildCard(deps, onlooker, workflowKey);
  const staff = await listWorkingOn(deps.db, accountId, caseId);
  if (wanted.assigneeId != null && !staff.some(({ userId }) => userId === wanted.assigneeId))
    throw createProblem('invalidInput', {
      '/assigneeId': getTexts(language)('task.error.unknownAssignee', {}),
    });
  const usual = await getUsualReminder(deps, accountId);
  await changeTask(
    deps,
    { accountId, language },
    workflowKey,
    ({ assigneeId, validUntil, reminderHours }) => {
      if (isStale({ assigneeId, validUntil }, change)) throw createProblem('conflict');
      const deadline = wanted.validUntil === undefined ? validUntil : wanted.validUntil;
      const ofFirstDeadline = validUntil === null ? usual : reminderHours;
      return {
        assigneeId,
        ...wanted,
        validUntil: deadline,
        reminderHours: deadline === null ? null : ofFirstDeadline,
      };
    },
  );
  return presentOne(deps, onlooker, workflowKey);
}
