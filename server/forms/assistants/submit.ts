import type { Submission, SubmissionResult, Suspicion } from '#schemas/forms/assistants.ts';
import { localized, type Language } from '#schemas/platform/common.ts';
import {
  listElements,
  listPages,
  type Answer,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms/forms.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import type { UploadInAnswer } from '#src/engine/core/element.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { formatError } from '#src/engine/core/validation/formatError.ts';
import type { FormState } from '#src/engine/core/evaluation/evaluateForm.ts';
import { validateAnswers, type AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type {
  AccountRow,
  Db,
  FileRow,
  Revision,
  StoredSubmission,
  WorkflowRow,
} from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { answersProblem, problem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import {
  getAccount,
  getRequiredConsents,
  isReturnAllowed,
} from '#server/accounts/accounts/service.ts';
import { transactionWithEvents, type QueueEvent } from '#server/events/service.ts';
import { recordEvidence } from '#server/forms/evidence/service.ts';
import { attachToSubmission, filterWorkflowUploads } from '#server/files/files/service.ts';
import { germanDay } from '#schemas/platform/dates.ts';
import { submissionLimits } from '#server/forms/limits.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { cacheChecks } from '#server/validators/cacheChecks.ts';
import { registry } from '#widgets/registry.ts';
import { brokenPictures } from './pictures.ts';
import * as repository from './repository.ts';
import { suspicionOfTime } from './timeToken.ts';

type Fields = Record<string, string>;
export type SubmitContext = {
  workflow: WorkflowRow;
  language: Language;
  idempotencyKey: string | undefined;
  /** the time of the submission; now by default */
  receivedAt?: Date;
  /** the sender is logged in, so bot checks are skipped */
  isKnownPerson?: boolean;
  /** additional writes in the same transaction; throws to refuse the submission */
  onTaken?: (db: Db, queueEvent: QueueEvent) => Promise<void>;
};

const getCheck = cacheChecks(submissionLimits.checksKept);

/** Maps answers by element; throws for an answer to no element, of another type or given twice. */
function byElement(
  elements: readonly FormElement[],
  answers: readonly Answer[],
  language: Language,
): Record<string, unknown> {
  const fields: Fields = {};
  const values: Record<string, unknown> = {};
  for (const { elementId, type, value } of answers) {
    const isKnown = elements.some((element) => element.id === elementId && element.type === type);
    if (!isKnown || Object.hasOwn(values, elementId))
      fields[`/answers/${elementId}`] = getTexts(language)('element.error.unknown', {});
    values[elementId] = value;
  }
  if (Object.keys(fields).length > 0) throw answersProblem(fields);
  return values;
}

type UploadUse = {
  address: FieldAddress;
  element: FormElement;
  uploads: readonly UploadInAnswer[];
};

const listUploads = ({ shown }: FormState): UploadUse[] =>
  [...shown.values()].flatMap(({ address, element, elementType, value }) =>
    value === undefined
      ? []
      : [{ address, element, uploads: elementType.uploads?.list(value) ?? [] }],
  );

function matches(stored: FileRow | undefined, elementId: string, said: UploadInAnswer): boolean {
  if (stored?.submissionId !== null || stored.elementId !== elementId) return false;
  return (['name', 'extension', 'size'] as const).every(
    (fact) => said[fact] === undefined || said[fact] === stored[fact],
  );
}

/**
 * Checks that files are uploads of this workflow and element, described as stored, each used once.
 */
function wrongFiles(
  uses: readonly UploadUse[],
  rows: readonly FileRow[],
  language: Language,
): AnswerError[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const wrong: AnswerError[] = [];
  const used = new Set<string>();
  for (const {
    address,
    element: { id, label = id },
    uploads,
  } of uses) {
    uploads.forEach((upload, index) => {
      const isRight = matches(known.get(upload.entityId), id, upload) && !used.has(upload.entityId);
      if (!isRight)
        wrong.push({
          address,
          pointer: `/${address}/${index}`,
          rule: 'unknownUpload',
          params: { name: upload.name ?? localized(label, language) },
        });
      used.add(upload.entityId);
    });
  }
  return wrong;
}

async function missingConsent(
  { db }: Deps,
  { workflow, language }: SubmitContext,
  definition: FormDefinition,
  submission: Submission,
): Promise<Fields> {
  const { showAgb, showDatenschutz } = getRequiredConsents(
    definition,
    await getAccount(db, workflow),
  );
  const text = getTexts(language)('checkbox.error.required', {});
  return {
    ...(showAgb && !submission.agbAccepted ? { '/agbAccepted': text } : {}),
    ...(showDatenschutz && !submission.datenschutzAccepted ? { '/datenschutzAccepted': text } : {}),
  };
}

/** Returns the next page of the visitor, and whether to redirect automatically. */
export async function getReturn(
  db: Db,
  workflow: WorkflowRow,
  definition: FormDefinition,
  account: AccountRow,
): Promise<{ returnUrl: string | null; isReturnAllowed: boolean }> {
  const returnUrl = workflow.returnUrl ?? definition.returnUrl ?? null;
  return { returnUrl, isReturnAllowed: await isReturnAllowed(db, account, returnUrl) };
}

async function buildResult(
  { db }: Deps,
  { id: submissionId, submittedAt }: repository.SentSubmission,
  workflow: WorkflowRow,
  { definition }: Revision,
): Promise<SubmissionResult> {
  return {
    submissionId,
    submittedAt,
    resultText: definition.resultText ?? null,
    ...(await getReturn(db, workflow, definition, await getAccount(db, workflow))),
  };
}

/**
 * Validates everything before anything is written; throws `invalidAnswers` with a sentence per
 * place.
 */
async function acceptedAnswers(
  deps: Deps,
  context: SubmitContext,
  revision: Revision,
  submission: Submission,
) {
  const { workflow, language } = context;
  const { definition } = revision;
  const elements = listElements(definition);
  const given = byElement(elements, submission.answers, language);
  const { answers, state, errors } = validateAnswers(
    listPages(definition),
    registry,
    given,
    getCheck(await withCurrentValidators(deps, revision)),
    { today: germanDay(deps.clock.now()), revision: revision.number },
  );

  const uses = errors.length === 0 ? listUploads(state) : [];
  const found =
    errors.length > 0
      ? errors
      : [
          ...(await brokenPictures(state)),
          ...wrongFiles(uses, await filterWorkflowUploads(deps.db, workflow.key), language),
        ];
  const fields: Fields = await missingConsent(deps, context, definition, submission);
  const rules: NonNullable<Problem['rules']> = {};
  for (const { address, pointer, ...broken } of found) {
    const element = state.shown.get(address)?.element;
    if (!element) continue;
    fields[`/answers${pointer}`] = formatError(
      element,
      broken,
      registry,
      language,
      getTexts(language),
    );
    rules[`/answers${pointer}`] = broken;
  }
  if (Object.keys(fields).length > 0) throw answersProblem(fields, rules);

  const stored: Answer[] = elements.flatMap(({ id, type }) =>
    Object.hasOwn(answers, id) ? [{ elementId: id, type, value: answers[id] }] : [],
  );
  return {
    stored,
    fileIds: uses.flatMap(({ uploads }) => uploads.map(({ entityId }) => entityId)),
  };
}

async function findSuspicions(
  deps: Deps,
  workflow: WorkflowRow,
  { timeToken, honeypot }: Submission,
): Promise<Suspicion[]> {
  const ofTime = await suspicionOfTime(deps, workflow, timeToken);
  return [...(honeypot ? ['hiddenFieldFilled' as const] : []), ...(ofTime ? [ofTime] : [])];
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
  const {
    workflow,
    idempotencyKey,
    receivedAt = deps.clock.now(),
    isKnownPerson = false,
    onTaken,
  } = context;
  const revision = await repository.findRevision(deps.db, workflow);
  const earlier = await repository.findSubmissionOf(deps.db, workflow.key);
  if (earlier) return repeated(deps, context, earlier, revision);
  if (submission.revision !== workflow.revision) throw problem('conflict');

  const { stored, fileIds } = await acceptedAnswers(deps, context, revision, submission);
  const row: StoredSubmission = {
    id: newId(),
    workflowKey: workflow.key,
    formId: workflow.formId,
    accountId: workflow.accountId,
    revision: workflow.revision,
    language: submission.language,
    agbAccepted: submission.agbAccepted ? 1 : 0,
    datenschutzAccepted: submission.datenschutzAccepted ? 1 : 0,
    answers: stored,
    idempotencyKey: idempotencyKey ?? null,
    submittedAt: receivedAt.toISOString(),
    suspicions: isKnownPerson ? [] : await findSuspicions(deps, workflow, submission),
  };
  const isFirst = await transactionWithEvents(deps, async (db, queueEvent) => {
    if (!(await repository.closeWorkflow(db, workflow.key, row.submittedAt))) return false;
    await onTaken?.(db, queueEvent);
    const answers = await repository.insertSubmission(db, row);
    // An upload was removed since the check above: the submission must not reference it.
    if ((await attachToSubmission(db, workflow.key, fileIds, row.id)) !== fileIds.length)
      throw problem('conflict');
    await recordEvidence(db, {
      workflow,
      revision,
      submission: { ...row, answers },
      statementHashes: submission.statementHashes ?? {},
    });
    return true;
  });
  if (isFirst) return buildResult(deps, row, workflow, revision);
  const winner = await repository.findSubmissionOf(deps.db, workflow.key);
  if (!winner) throw problem('conflict');
  return repeated(deps, context, winner, revision);
}

async function repeated(
  deps: Deps,
  { workflow, idempotencyKey }: SubmitContext,
  earlier: repository.SentSubmission,
  revision: Revision,
): Promise<SubmissionResult> {
  if (!idempotencyKey || earlier.idempotencyKey !== idempotencyKey)
    throw problem('alreadySubmitted');
  return buildResult(deps, earlier, workflow, revision);
}
