import { queueInboxEvents } from '#server/accounts/staff/service.ts';
import type { KeyScope } from '#schemas/platform/endpoint.ts';
import type { SubmissionSummary } from '#schemas/forms/submissions.ts';
import { statusAfterAnswer } from '#schemas/tasks/tasks.rules.ts';
import * as cases from '#server/cases/cases/service.ts';
import type { Db, StoredTask } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import * as submissions from '#server/forms/submissions/service.ts';
import { createProblem } from '#server/problem.ts';
import { assertRoomForTask } from './providerTasks.ts';
import * as repository from './repository.ts';
import { queueTaskEvents } from './taskEvents.ts';

type Provider = Parameters<typeof assertRoomForTask>[1] & { scopes: readonly KeyScope[] };
type Handed = { submissionId: string; origin: NonNullable<Awaited<ReturnType<typeof lock>>> };

/** A key of cases only is refused, because it would share answers that it may not read. */
async function lock(db: Db, { accountId, scopes }: Provider, submissionId: string) {
  const origin = await submissions.lockOrigin(db, accountId, submissionId);
  if (!origin) throw createProblem('notFound');
  if (!scopes.includes('forms'))
    throw createProblem('keyScopeMissing', undefined, { scopes: 'forms' });
  if (origin.source === 'task') throw createProblem('conflict');
  return origin;
}

/** Builds the answered task in which the clients of a case read a submission. */
async function buildTask(
  deps: Deps,
  { accountId, caseId }: { accountId: string; caseId: string },
  { workflowKey, submittedAt }: Handed['origin'],
): Promise<StoredTask> {
  const answer = await repository.findSubmission(deps.db, workflowKey);
  if (!answer) throw createProblem('notFound');
  return {
    workflowKey,
    accountId,
    caseId,
    name: answer.definition.title,
    status: statusAfterAnswer,
    assigneeId: null,
    validUntil: null,
    reminderHours: null,
    remindAt: null,
    openedAt: null,
    answeredAt: submittedAt,
    answeredBy: null,
    closedAt: null,
    closedBy: null,
    externalId: null,
    idempotencyKey: null,
    bodyHash: '',
    createdAt: deps.clock.now().toISOString(),
  };
}

/** Takes a submission from the clients of its case, if they have it. */
async function unshare(
  db: Db,
  queueEvent: QueueEvent,
  accountId: string,
  { workflowKey }: Handed['origin'],
): Promise<void> {
  const task = await repository.lockTask(db, accountId, workflowKey);
  if (!task) return;
  await repository.deleteTask(db, workflowKey);
  await queueTaskEvents(db, queueEvent, task, 'taskChanged');
}

async function moveTo(
  db: Db,
  queueEvent: QueueEvent,
  { accountId, caseId }: { accountId: string; caseId: string | null },
  { submissionId, origin }: Handed,
): Promise<void> {
  const { formId, source } = origin;
  await submissions.setCase(db, submissionId, { caseId, source });
  queueEvent.forPrograms(accountId, {
    type: 'submission.changed',
    data: { formId, submissionId, ...(caseId === null ? {} : { caseId }) },
  });
  for (const place of new Set([origin.caseId, caseId]))
    await queueInboxEvents(db, queueEvent, { accountId, caseId: place });
}

/**
 * Hands a visitor's submission to a case, and shares it with the case's clients or with none.
 * Throws `notFound`, `conflict` for a task's submission, and `invalidInput` for a full case.
 */
export async function handToCase(
  deps: Deps,
  provider: Provider,
  { caseId, submissionId }: { caseId: string; submissionId: string },
  { isShared }: { isShared: boolean },
): Promise<SubmissionSummary> {
  const { accountId } = provider;
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    await cases.lockCase(db, [accountId], caseId);
    const origin = await lock(db, provider, submissionId);
    const task = await repository.lockTask(db, accountId, origin.workflowKey);
    const isIn = origin.caseId === caseId;
    if (isIn && isShared === (task !== undefined)) return;
    await unshare(db, queueEvent, accountId, origin);
    await moveTo(db, queueEvent, { accountId, caseId }, { submissionId, origin });
    if (!isShared) return;
    await assertRoomForTask(db, provider, caseId, '/isShared');
    const shared = await buildTask({ ...deps, db }, { accountId, caseId }, origin);
    await repository.insertTask(db, shared);
    await queueTaskEvents(db, queueEvent, shared, 'taskChanged');
  });
  return submissions.summarise(deps, accountId, submissionId);
}

/**
 * Takes a submission out of a case, also of a withdrawn one. Throws `notFound`, and `conflict` for a
 * task's submission.
 */
export async function takeFromCase(
  deps: Deps,
  provider: Provider,
  { caseId, submissionId }: { caseId: string; submissionId: string },
): Promise<SubmissionSummary> {
  const { accountId } = provider;
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    await cases.findAndLockCase(db, [accountId], caseId); // finds no withdrawn case
    const origin = await lock(db, provider, submissionId);
    if (origin.caseId !== caseId) throw createProblem('notFound');
    await unshare(db, queueEvent, accountId, origin);
    await moveTo(db, queueEvent, { accountId, caseId: null }, { submissionId, origin });
  });
  return submissions.summarise(deps, accountId, submissionId);
}
