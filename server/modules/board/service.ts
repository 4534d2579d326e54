import { mayAssign, mayMove } from '#schemas/board.rules.ts';
import type { BoardTask } from '#schemas/board.ts';
import { localized, type Language, type LocalizedText } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { taskStateOf } from '#schemas/tasks.rules.ts';
import type { TaskDetail, TaskStatus } from '#schemas/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import type { TaskRow } from '#server/db/schema.ts';
import { problem } from '#server/http/errors.ts';
import type { UserCaller } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import { listClientsOf } from '#server/modules/cases/service.ts';
import { listWorking, roleOf, worksAt } from '#server/modules/staff/service.ts';
import {
  changeTask,
  detailOf,
  setStatus,
  sharedTask,
  stateOf,
  usualReminder,
} from '#server/modules/tasks/service.ts';
import * as repository from './repository.ts';

/** Somebody who is logged in, at an account's board. */
export type Onlooker = { accountId: string; userId: string; language: Language };

async function present(
  { clock, db }: Deps,
  { language }: Onlooker,
  rows: readonly repository.CardRow[],
): Promise<BoardTask[]> {
  const clients = new Map<string, BoardTask['clients']>();
  for (const { caseId, ...client } of await listClientsOf(db, [
    ...new Set(rows.map((row) => row.caseId)),
  ]))
    clients.set(caseId, [...(clients.get(caseId) ?? []), client]);
  return rows.map((row) => ({
    workflowId: row.workflowKey,
    caseId: row.caseId,
    caseHeader: row.caseHeader,
    clients: clients.get(row.caseId) ?? [],
    assistantName: localized(JSON.parse(row.name) as LocalizedText, language),
    status: row.status,
    state: taskStateOf(stateOf(row), clock.now()),
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

async function cardOf(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
): Promise<repository.CardRow> {
  const card = await repository.findCard(deps.db, onlooker.accountId, workflowKey);
  if (!card) throw problem('notFound');
  return card;
}

async function presentOne(deps: Deps, onlooker: Onlooker, workflowKey: string): Promise<BoardTask> {
  const [card] = await present(deps, onlooker, [await cardOf(deps, onlooker, workflowKey)]);
  if (!card) throw problem('notFound');
  return card;
}

/** The cards that the caller's board shows; throws `notFound` for whoever does not work there. */
export async function listBoardTasks(
  deps: Deps,
  onlooker: Onlooker,
  {
    workflowIds,
    cursor,
    limit = limits.board.pageSize,
  }: { workflowIds?: string; cursor?: string; limit?: number },
) {
  await roleOf(deps.db, onlooker.accountId, onlooker.userId);
  if (workflowIds !== undefined)
    return {
      items: await present(
        deps,
        onlooker,
        await repository.findCards(deps.db, onlooker.accountId, workflowIds.split(',')),
      ),
    };
  const found = await repository.listCards(
    deps.db,
    onlooker.accountId,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, workflowKey }) => ({
    at: createdAt,
    id: workflowKey,
  }));
  return { items: await present(deps, onlooker, rows), ...next };
}

export async function staffOf({ db }: Deps, { accountId, userId }: Onlooker) {
  await roleOf(db, accountId, userId);
  return { staff: await listWorking(db, accountId) };
}

/** A task whose answers the caller reads: as its client, or as somebody who works at its account's board; throws `notFound` for everybody else. */
export async function readableTask(
  deps: Deps,
  caller: UserCaller,
  workflowKey: string,
): Promise<TaskRow> {
  const card =
    caller.kind === 'registered' ? await repository.findAnswered(deps.db, workflowKey) : undefined;
  const isAtBoard =
    card !== undefined &&
    caller.accountIds.includes(card.accountId) &&
    (await worksAt(deps.db, card.accountId, caller.userId));
  return isAtBoard ? card : sharedTask(deps, caller, workflowKey);
}

export async function readCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
): Promise<TaskDetail> {
  await roleOf(deps.db, onlooker.accountId, onlooker.userId);
  return detailOf(deps, await cardOf(deps, onlooker, workflowKey), onlooker.language);
}

/** Gives a card another status; throws `notAllowed` when the role may not, `conflict` when the card has been moved meanwhile. */
export async function moveCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
  { from, to }: { from: TaskStatus; to: TaskStatus },
): Promise<BoardTask> {
  const role = await roleOf(deps.db, onlooker.accountId, onlooker.userId);
  await cardOf(deps, onlooker, workflowKey);
  await setStatus(deps, onlooker.accountId, workflowKey, to, ({ status, assigneeId }) => {
    if (status !== from && status !== to) throw problem('conflict');
    if (!mayMove(role, { from, to, isOwn: assigneeId === onlooker.userId }))
      throw problem('notAllowed'); // also where an answer was lost, and the move made
  });
  return presentOne(deps, onlooker, workflowKey);
}

/** Gives a card to somebody who works at the board, or another deadline; throws `notAllowed` and what changing a task throws. */
export async function changeCard(
  deps: Deps,
  onlooker: Onlooker,
  workflowKey: string,
  wanted: { assigneeId?: string | null; validUntil?: string | null },
): Promise<BoardTask> {
  const { accountId, language } = onlooker;
  if (!mayAssign(await roleOf(deps.db, accountId, onlooker.userId))) throw problem('notAllowed');
  await cardOf(deps, onlooker, workflowKey);
  if (wanted.assigneeId != null && !(await worksAt(deps.db, accountId, wanted.assigneeId)))
    throw problem('invalidInput', {
      '/assigneeId': textsIn(language)('task.error.unknownAssignee', {}),
    });
  const usual = await usualReminder(deps, accountId);
  await changeTask(
    deps,
    { accountId, language },
    workflowKey,
    ({ assigneeId, validUntil, reminderHours }) => {
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
