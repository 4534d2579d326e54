import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type { Submission, SubmissionResult, Suspicion } from '#schemas/forms/assistants.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionSource } from '#schemas/forms/submissions.ts';
import type { Db, Revision, StoredSubmission, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, createSubmittedProblem } from '#server/problem.ts';
import {
  getAccount,
  isReturnAllowed,
  type StoredAccount,
} from '#server/accounts/accounts/service.ts';
import { inTransactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { getClosing, takeSlot } from '#server/forms/closings/service.ts';
import { findCopyAddress, queueCopy } from '#server/forms/copies/service.ts';
import { queueInboxEvents } from '#server/accounts/staff/service.ts';
import { describeIfPossible } from '#server/forms/submissions/service.ts';
import { chainAfterCommit, recordEvidence } from '#server/forms/evidence/service.ts';
import { attachToSubmission } from '#server/files/files/service.ts';
import { acceptAnswers, findToday } from './checkAnswers.ts';
import { buildReference } from '#server/forms/reference.ts';
import * as repository from './repository.ts';
import { findTimeSuspicion } from './timeToken.ts';

export type SubmitContext = {
  workflow: WorkflowRow;
  language: Language;
  idempotencyKey: string | undefined;
  /** the time of the submission; now by default */
  receivedAt?: Date;
  /** the sender is logged in, so bot checks are skipped */
  isKnownPerson?: boolean;
  /** the case of a task */
  caseId?: string;
  /** the page was sent without scripts, which alone can return its time token */
  isScriptless?: boolean;
  /** additional writes in the same transaction; throws to refuse the submission */
  onTaken?: (db: Db, queueEvent: QueueEvent, submissionId: string) => Promise<void>;
};

/** Returns the next page of the visitor, and whether to redirect automatically. */
export async function getReturn(
  db: Db,
  workflow: WorkflowRow,
  definition: FormDefinition,
  account: StoredAccount,
): Promise<{ returnUrl: string | null; isReturnAllowed: boolean }> {
  const returnUrl = workflow.returnUrl ?? definition.returnUrl ?? null;
  return { returnUrl, isReturnAllowed: await isReturnAllowed(db, account, returnUrl) };
}

export async function buildResult(
  deps: Deps,
  { id: submissionId, submittedAt }: repository.SentSubmission,
  workflow: WorkflowRow,
  { definition }: Revision,
  account: StoredAccount,
): Promise<SubmissionResult> {
  const { db } = deps;
  const isOpen =
    isOpenToVisitors(await repository.getForm(db, workflow.formId)) &&
    (await getClosing(deps, workflow.formId)).closedBy === null;
  return {
    submissionId,
    reference: buildReference(submissionId),
    submittedAt,
    resultText: definition.resultText ?? null,
    ...(await getReturn(db, workflow, definition, account)),
    isFormOpen: isOpen,
    copyTo: await findCopyAddress(db, definition, submissionId),
  };
}

async function findSuspicions(
  deps: Deps,
  { workflow, isKnownPerson, isScriptless }: SubmitContext,
  { timeToken, honeypot }: Submission,
): Promise<Suspicion[]> {
  if (isKnownPerson) return [];
  const ofTime = isScriptless ? undefined : await findTimeSuspicion(deps, workflow, timeToken);
  return [...(honeypot ? ['hiddenFieldFilled' as const] : []), ...(ofTime ? [ofTime] : [])];
}

function getSource({ workflow: { type }, isKnownPerson }: SubmitContext): SubmissionSource {
  if (isKnownPerson) return 'task';
  return type === 'EXTERNALREQUEST' ? 'externalRequest' : 'link';
}

/** Builds the row of a new submission, without its answers. */
function buildRow(
  context: SubmitContext,
  { language, agbAccepted, datenschutzAccepted }: Submission,
  receivedAt: Date,
): Omit<StoredSubmission, 'answers' | 'suspicions' | 'sender' | 'preview'> {
  const { workflow, idempotencyKey, caseId } = context;
  const id = newId();
  return {
    id,
    workflowKey: workflow.key,
    formId: workflow.formId,
    accountId: workflow.accountId,
    revision: workflow.revision,
    language,
    agbAccepted: agbAccepted ? 1 : 0,
    datenschutzAccepted: datenschutzAccepted ? 1 : 0,
    idempotencyKey: idempotencyKey ?? null,
    submittedAt: receivedAt.toISOString(),
    reference: buildReference(id),
    source: getSource(context),
    indexedAt: null,
    state: 'open',
    note: '',
    assigneeId: null,
    caseId: caseId ?? null,
    openedAt: null,
  };
}

/**
 * Stores a visitor's answers in one transaction. A retry gets the first response; another
 * submission of a sent workflow is `alreadySubmitted`.
 */
export async function submit(
  deps: Deps,
  context: SubmitContext,
  submission: Submission,
): Promise<SubmissionResult> {
  const { workflow, receivedAt = deps.clock.now(), onTaken } = context;
  const revision = await repository.findRevision(deps.db, workflow);
  const earlier = await repository.findSubmissionOf(deps.db, workflow.key);
  if (earlier) return replay(deps, context, earlier, revision);
  if (submission.revision !== workflow.revision) throw createProblem('conflict');

  const { stored, fileIds } = await acceptAnswers(deps, context, revision, submission);
  const row: StoredSubmission = {
    ...buildRow(context, submission, receivedAt),
    answers: stored,
    suspicions: await findSuspicions(deps, context, submission),
    ...describeIfPossible(revision.definition, stored, submission.language),
  };
  const account = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await repository.closeWorkflow(db, workflow.key, row.submittedAt))) return undefined;
    if (row.source === 'link') await takeSlot(db, workflow.formId);
    await onTaken?.(db, queueEvent, row.id);
    queueEvent.forPrograms(row.accountId, {
      type: 'form.submitted',
      data: { formId: row.formId, submissionId: row.id, workflowId: workflow.key },
    });
    await queueInboxEvents(db, queueEvent, row);
    const answers = await repository.insertSubmission(db, row);
    // An upload was removed since the check above: the submission must not reference it.
    if ((await attachToSubmission(db, workflow.key, fileIds, row.id)) !== fileIds.length)
      throw createProblem('conflict');
    const sent = { revision, submission: { ...row, answers }, today: findToday(deps, submission) };
    const recorded = await recordEvidence(db, {
      ...sent,
      workflow,
      hasFiles: fileIds.length > 0,
      statementHashes: submission.statementHashes,
    });
    await queueCopy(deps, db, { ...sent, accountName: recorded.name });
    return recorded;
  });
  if (account) {
    chainAfterCommit(deps, row.accountId);
    return buildResult(deps, row, workflow, revision, account);
  }
  const winner = await repository.findSubmissionOf(deps.db, workflow.key);
  if (!winner) throw createProblem('conflict');
  return replay(deps, context, winner, revision);
}

/** Returns the first response to a retry; throws `alreadySubmitted` for another submission. */
async function replay(
  deps: Deps,
  { workflow, idempotencyKey }: SubmitContext,
  earlier: repository.SentSubmission,
  revision: Revision,
): Promise<SubmissionResult> {
  if (!idempotencyKey || earlier.idempotencyKey !== idempotencyKey)
    throw createSubmittedProblem(earlier.submittedAt);
  const account = await getAccount(deps.db, workflow);
  return buildResult(deps, earlier, workflow, revision, account);
}
