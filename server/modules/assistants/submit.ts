import type { Submission, SubmissionResult } from '#schemas/assistants.ts';
import type { Language } from '#schemas/common.ts';
import { elementsOf, type Answer, type FormDefinition, type FormElement } from '#schemas/forms.ts';
import { errorText } from '#src/engine/core/errorText.ts';
import { validateAnswers, type CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import type { FileRow, FormRevisionRow, SubmissionRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { handOver, uploadsOfWorkflow } from '#server/modules/files/service.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { loadCheck } from '#server/validators/compileValidators.ts';
import type { FileAnswer } from '#widgets/file/fileLimits.ts';
import { registry } from '#widgets/registry.ts';
import * as repository from './repository.ts';
import { consentAskedBy } from './service.ts';

type Fields = Record<string, string>;
type SubmitContext = { workflow: WorkflowRow; language: Language; idempotencyKey: string | undefined };

const checks = new Map<string, CompiledCheck>();

/** The revision's own compiled code, evaluated once per process. */
function checkOf({ validatorHash, validatorCode }: FormRevisionRow): CompiledCheck {
  const check = checks.get(validatorHash) ?? loadCheck(validatorCode);
  checks.set(validatorHash, check);
  return check;
}

/** Answers by element; an answer to nothing, of another type or given twice is refused. */
function byElement(elements: readonly FormElement[], answers: readonly Answer[], language: Language): Record<string, unknown> {
  const fields: Fields = {};
  const values: Record<string, unknown> = {};
  for (const { elementId, type, value } of answers) {
    const isKnown = elements.some((element) => element.id === elementId && element.type === type);
    if (!isKnown || Object.hasOwn(values, elementId)) fields[`/answers/${elementId}`] = textsIn(language)('element.error.unknown', {});
    values[elementId] = value;
  }
  if (Object.keys(fields).length > 0) throw problem('invalidAnswers', fields);
  return values;
}

type FileUse = { elementId: string; files: FileAnswer[] };

function filesIn(elements: readonly FormElement[], answers: Record<string, unknown>): FileUse[] {
  return elements.flatMap(({ id, type }) => (type === 'file' && answers[id] ? [{ elementId: id, files: answers[id] as FileAnswer[] }] : []));
}

const matches = (upload: FileRow | undefined, elementId: string, { name, size, extension }: FileAnswer): boolean =>
  upload?.submissionId === null && upload.elementId === elementId && upload.name === name && upload.size === size && upload.extension === extension;

/** Files must be uploads of this workflow, made for this element, named as they are stored, each once. */
function wrongFiles(uses: readonly FileUse[], uploads: readonly FileRow[], language: Language): Fields {
  const known = new Map(uploads.map((upload) => [upload.id, upload]));
  const fields: Fields = {};
  const used = new Set<string>();
  for (const { elementId, files } of uses) {
    files.forEach((file, index) => {
      const isRight = matches(known.get(file.entityId), elementId, file) && !used.has(file.entityId);
      if (!isRight) fields[`/answers/${elementId}/${index}`] = textsIn(language)('file.error.unknownUpload', { name: file.name });
      used.add(file.entityId);
    });
  }
  return fields;
}

async function missingConsent({ db }: Deps, { workflow, language }: SubmitContext, definition: FormDefinition, submission: Submission): Promise<Fields> {
  const { showAgb, showDatenschutz } = consentAskedBy(definition, await repository.findAccountOf(db, workflow));
  const text = textsIn(language)('checkbox.error.required', {});
  return {
    ...(showAgb && !submission.agbAccepted ? { '/agbAccepted': text } : {}),
    ...(showDatenschutz && !submission.datenschutzAccepted ? { '/datenschutzAccepted': text } : {}),
  };
}

const resultOf = (submissionId: string, { resultText, returnUrl }: FormDefinition): SubmissionResult =>
  ({ submissionId, resultText: resultText ?? null, returnUrl: returnUrl ?? null });

/** Checks everything before anything is written; throws `invalidAnswers` with a sentence at each place. */
async function acceptedAnswers(deps: Deps, context: SubmitContext, revision: FormRevisionRow, submission: Submission) {
  const { workflow, language } = context;
  const definition = JSON.parse(revision.definition) as FormDefinition;
  const elements = elementsOf(definition);
  const given = byElement(elements, submission.answers, language);
  const { answers, errors } = validateAnswers(elements, registry, given, checkOf(revision), { today: germanDay(deps.clock.now()) });

  const fields: Fields = await missingConsent(deps, context, definition, submission);
  for (const { elementId, pointer, ...found } of errors) {
    const element = elements.find(({ id }) => id === elementId);
    if (element) fields[`/answers${pointer}`] = errorText(element, found, registry, language, textsIn(language));
  }
  const uses = filesIn(elements, answers);
  if (errors.length === 0) Object.assign(fields, wrongFiles(uses, await uploadsOfWorkflow(deps.db, workflow.key), language));
  if (Object.keys(fields).length > 0) throw problem('invalidAnswers', fields);

  const stored: Answer[] = elements.flatMap(({ id, type }) => (Object.hasOwn(answers, id) ? [{ elementId: id, type, value: answers[id] }] : []));
  return { definition, stored, fileIds: uses.flatMap(({ files }) => files.map(({ entityId }) => entityId)) };
}

/**
 * Takes a visitor's answers: all of them or none, and once (decisions.md, Repeated sends). A repeat with the same key
 * answers the first result; another try on a sent workflow is `alreadySubmitted`.
 */
export async function submit(deps: Deps, context: SubmitContext, submission: Submission): Promise<SubmissionResult> {
  const { workflow, idempotencyKey } = context;
  const revision = await repository.findRevision(deps.db, workflow.formId, workflow.revision);
  const earlier = await repository.findSubmissionOf(deps.db, workflow.key);
  if (earlier) return repeated(earlier, idempotencyKey, revision);
  if (submission.revision !== workflow.revision) throw problem('conflict');

  const { definition, stored, fileIds } = await acceptedAnswers(deps, context, revision, submission);
  const row: SubmissionRow = {
    id: newId(), workflowKey: workflow.key, formId: workflow.formId, accountId: workflow.accountId, revision: workflow.revision,
    language: submission.language, agbAccepted: submission.agbAccepted ? 1 : 0, datenschutzAccepted: submission.datenschutzAccepted ? 1 : 0,
    answers: JSON.stringify(stored), idempotencyKey: idempotencyKey ?? null, submittedAt: deps.clock.now().toISOString(),
  };
  const isFirst = await deps.db.transaction().execute(async (db) => {
    if (!(await repository.closeWorkflow(db, workflow.key, row.submittedAt))) return false;
    await repository.insertSubmission(db, row);
    // An upload taken back since the check above: nothing may be stored that names it.
    if ((await handOver(db, workflow.key, fileIds, row.id)) !== fileIds.length) throw problem('conflict');
    return true;
  });
  if (isFirst) return resultOf(row.id, definition);
  const winner = await repository.findSubmissionOf(deps.db, workflow.key);
  if (!winner) throw problem('conflict');
  return repeated(winner, idempotencyKey, revision);
}

function repeated(earlier: SubmissionRow, idempotencyKey: string | undefined, revision: FormRevisionRow): SubmissionResult {
  if (!idempotencyKey || earlier.idempotencyKey !== idempotencyKey) throw problem('alreadySubmitted');
  return resultOf(earlier.id, JSON.parse(revision.definition) as FormDefinition);
}
