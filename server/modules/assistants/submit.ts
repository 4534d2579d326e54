import type { Submission, SubmissionResult, Suspicion } from '#schemas/assistants.ts';
import { localized, type Language } from '#schemas/common.ts';
import {
  elementsOf,
  pagesOf,
  type Answer,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import type { Problem } from '#schemas/problem.ts';
import type { UploadInAnswer } from '#src/engine/core/element.ts';
import type { Address } from '#src/engine/core/address.ts';
import { errorText } from '#src/engine/core/errorText.ts';
import type { FormState } from '#src/engine/core/evaluateForm.ts';
import { validateAnswers, type AnswerError } from '#src/engine/core/validateAnswers.ts';
import type {
  AccountRow,
  Db,
  FileRow,
  FormRevisionRow,
  SubmissionRow,
  WorkflowRow,
} from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { answersProblem, problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { accountOf, consentAskedBy, isReturnAllowed } from '#server/modules/accounts/service.ts';
import { changeAndTell, type Tell } from '#server/modules/events/service.ts';
import { recordEvidence } from '#server/modules/evidence/service.ts';
import { handOver, uploadsOfWorkflow } from '#server/modules/files/service.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { keepChecks } from '#server/validators/keepChecks.ts';
import { registry } from '#widgets/registry.ts';
import { brokenPictures } from './pictures.ts';
import * as repository from './repository.ts';
import { suspicionOfTime } from './timeToken.ts';

type Fields = Record<string, string>;
export type SubmitContext = {
  workflow: WorkflowRow;
  language: Language;
  idempotencyKey: string | undefined;
  /** When the answers came; now, unless told otherwise. */
  receivedAt?: Date;
  /** Who sends them has logged in: nothing speaks for a program. */
  isKnownPerson?: boolean;
  /** What else becomes true with the answers, in their transaction; throws when they are not to be taken after all. */
  onTaken?: (db: Db, tell: Tell) => Promise<void>;
};

const checkOf = keepChecks(limits.form.checksKept);

/** Answers by element; an answer to nothing, of another type or given twice is refused. */
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
      fields[`/answers/${elementId}`] = textsIn(language)('element.error.unknown', {});
    values[elementId] = value;
  }
  if (Object.keys(fields).length > 0) throw answersProblem(fields);
  return values;
}

type UploadUse = { address: Address; element: FormElement; uploads: readonly UploadInAnswer[] };

const uploadsIn = ({ shown }: FormState): UploadUse[] =>
  [...shown.values()].flatMap(({ address, element, elementType, value }) =>
    value === undefined
      ? []
      : [{ address, element, uploads: elementType.uploadsIn?.(value) ?? [] }],
  );

function matches(stored: FileRow | undefined, elementId: string, said: UploadInAnswer): boolean {
  if (stored?.submissionId !== null || stored.elementId !== elementId) return false;
  return (['name', 'extension', 'size'] as const).every(
    (fact) => said[fact] === undefined || said[fact] === stored[fact],
  );
}

/** Files must be uploads of this workflow, made for this element, described as they are stored, each once. */
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
  const { showAgb, showDatenschutz } = consentAskedBy(definition, await accountOf(db, workflow));
  const text = textsIn(language)('checkbox.error.required', {});
  return {
    ...(showAgb && !submission.agbAccepted ? { '/agbAccepted': text } : {}),
    ...(showDatenschutz && !submission.datenschutzAccepted ? { '/datenschutzAccepted': text } : {}),
  };
}

/** Where the visitor goes on to, and whether by itself. */
export async function returnAfter(
  db: Db,
  workflow: WorkflowRow,
  definition: FormDefinition,
  account: AccountRow,
): Promise<{ returnUrl: string | null; isReturnAllowed: boolean }> {
  const returnUrl = workflow.returnUrl ?? definition.returnUrl ?? null;
  return { returnUrl, isReturnAllowed: await isReturnAllowed(db, account, returnUrl) };
}

async function resultOf(
  { db }: Deps,
  { id: submissionId, submittedAt }: SubmissionRow,
  workflow: WorkflowRow,
  { definition }: Pick<FormRevisionRow, 'definition'>,
): Promise<SubmissionResult> {
  const form = JSON.parse(definition) as FormDefinition;
  return {
    submissionId,
    submittedAt,
    resultText: form.resultText ?? null,
    ...(await returnAfter(db, workflow, form, await accountOf(db, workflow))),
  };
}

/** Checks everything before anything is written; throws `invalidAnswers` with a sentence at each place. */
async function acceptedAnswers(
  deps: Deps,
  context: SubmitContext,
  revision: FormRevisionRow,
  submission: Submission,
) {
  const { workflow, language } = context;
  const definition = JSON.parse(revision.definition) as FormDefinition;
  const elements = elementsOf(definition);
  const given = byElement(elements, submission.answers, language);
  const { answers, state, errors } = validateAnswers(
    pagesOf(definition),
    registry,
    given,
    checkOf(await withCurrentValidators(deps, revision)),
    { today: germanDay(deps.clock.now()), revision: revision.number },
  );

  const uses = errors.length === 0 ? uploadsIn(state) : [];
  const found =
    errors.length > 0
      ? errors
      : [
          ...(await brokenPictures(state)),
          ...wrongFiles(uses, await uploadsOfWorkflow(deps.db, workflow.key), language),
        ];
  const fields: Fields = await missingConsent(deps, context, definition, submission);
  const rules: NonNullable<Problem['rules']> = {};
  for (const { address, pointer, ...broken } of found) {
    const element = state.shown.get(address)?.element;
    if (!element) continue;
    fields[`/answers${pointer}`] = errorText(
      element,
      broken,
      registry,
      language,
      textsIn(language),
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

async function suspicionsOf(
  deps: Deps,
  workflow: WorkflowRow,
  { timeToken, honeypot }: Submission,
): Promise<Suspicion[]> {
  const ofTime = await suspicionOfTime(deps, workflow, timeToken);
  return [...(honeypot ? ['hiddenFieldFilled' as const] : []), ...(ofTime ? [ofTime] : [])];
}

/**
 * Takes a visitor's answers: all of them or none, and once (decisions.md, Repeated sends). A repeat with the same key
 * answers the first result; another try on a sent workflow is `alreadySubmitted`.
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
  const revision = await repository.findRevision(deps.db, workflow.formId, workflow.revision);
  const earlier = await repository.findSubmissionOf(deps.db, workflow.key);
  if (earlier) return repeated(deps, context, earlier, revision);
  if (submission.revision !== workflow.revision) throw problem('conflict');

  const { stored, fileIds } = await acceptedAnswers(deps, context, revision, submission);
  const row: SubmissionRow = {
    id: newId(),
    workflowKey: workflow.key,
    formId: workflow.formId,
    accountId: workflow.accountId,
    revision: workflow.revision,
    language: submission.language,
    agbAccepted: submission.agbAccepted ? 1 : 0,
    datenschutzAccepted: submission.datenschutzAccepted ? 1 : 0,
    answers: JSON.stringify(stored),
    idempotencyKey: idempotencyKey ?? null,
    submittedAt: receivedAt.toISOString(),
    suspicions: JSON.stringify(isKnownPerson ? [] : await suspicionsOf(deps, workflow, submission)),
  };
  const isFirst = await changeAndTell(deps, async (db, tell) => {
    if (!(await repository.closeWorkflow(db, workflow.key, row.submittedAt))) return false;
    await onTaken?.(db, tell);
    await repository.insertSubmission(db, row);
    // An upload taken back since the check above: nothing may be stored that names it.
    if ((await handOver(db, workflow.key, fileIds, row.id)) !== fileIds.length)
      throw problem('conflict');
    await recordEvidence(db, {
      workflow,
      revision,
      submission: row,
      statementHashes: submission.statementHashes ?? {},
    });
    return true;
  });
  if (isFirst) return resultOf(deps, row, workflow, revision);
  const winner = await repository.findSubmissionOf(deps.db, workflow.key);
  if (!winner) throw problem('conflict');
  return repeated(deps, context, winner, revision);
}

async function repeated(
  deps: Deps,
  { workflow, idempotencyKey }: SubmitContext,
  earlier: SubmissionRow,
  revision: FormRevisionRow,
): Promise<SubmissionResult> {
  if (!idempotencyKey || earlier.idempotencyKey !== idempotencyKey)
    throw problem('alreadySubmitted');
  return resultOf(deps, earlier, workflow, revision);
}
