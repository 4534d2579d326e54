import type { FastifyBaseLogger } from 'fastify';
import type {
  FormProcess,
  SentPageData,
  Submission,
  SubmissionResult,
  FormOpening,
} from '#schemas/forms/assistants.ts';
import type { Language } from '#schemas/platform/common.ts';
import {
  listChildren,
  getContent,
  listElements,
  listEveryElement,
  type FormDefinition,
} from '#schemas/forms/forms.ts';
import { submissionLimits, workflowLimits } from '#server/forms/limits.ts';
import { dayMs } from '#schemas/platform/time.ts';
import type { Db, Revision, WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import {
  getAccount,
  getRequiredConsents,
  getLogoUrl,
  hashStatements,
  type StoredAccount,
} from '#server/accounts/accounts/service.ts';
import { countUploads, publicFileInfo, type UploadRules } from '#server/files/files/service.ts';
import { countPage, countSent, hasPage } from '#server/forms/formSteps/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { getValidatorUrl } from '#server/validators/routes.ts';
import { registry } from '#widgets/registry.ts';
import { openWorkflow, openVisitorWorkflow } from './openWorkflow.ts';
import * as repository from './repository.ts';
import { buildResult, getReturn, submit, type SubmitContext } from './submit.ts';
import { signTimeToken } from './timeToken.ts';

export { listQuestionSummaries } from './questions.ts';
export {
  createAccess as accessWorkflow,
  getRequiredLogin,
  givePin,
  isKnownKey,
  loginWithPin,
  openWorkflow,
  startWorkflow,
} from './openWorkflow.ts';
export { getClosedForm } from './closedForm.ts';
export { submit } from './submit.ts';

type Requested = Pick<WorkflowRow, 'key' | 'type' | 'returnUrl'>;

/**
 * Starts the workflow of an external request or a task on the newest revision. Throws `notFound`
 * while the form is not published.
 */
export async function startRequested(
  deps: Deps,
  db: Db,
  processGuid: string,
  requested: Requested,
): Promise<Pick<FormDefinition, 'title'>> {
  const form = await repository.findLinkedForm(db, processGuid);
  if (form?.state !== 'published') throw createProblem('notFound');
  const now = deps.clock.now().toISOString();
  await repository.insertWorkflow(db, {
    ...requested,
    formId: form.id,
    revision: form.revision,
    accountId: form.accountId,
    startedAt: now,
    lastUsedAt: now,
    idempotencyKey: null,
    submittedAt: null,
  });
  return repository.findDefinition(db, { formId: form.id, revision: form.revision });
}

/** Counts a visit of a page; throws `invalidInput` for an unknown page. */
export async function countPageVisit(
  deps: Deps,
  workflowKey: string,
  page: string,
): Promise<boolean> {
  const workflow = await openVisitorWorkflow(deps, workflowKey);
  if (!hasPage(await repository.findDefinition(deps.db, workflow), page))
    throw createProblem('invalidInput');
  return countPage(deps, workflow, page);
}

/** Stores a visitor's answers and counts the submission. */
export async function storeAnswers(
  deps: Deps,
  context: SubmitContext,
  submission: Submission,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<SubmissionResult> {
  const result = await submit(deps, context, submission);
  const { workflow } = context;
  // The answers are stored, so a failed count must not fail the request.
  await repository
    .findDefinition(deps.db, workflow)
    .then((definition) => countSent(deps, workflow, definition))
    .catch((error: unknown) => log.error(error, 'a submission was not counted'));
  return result;
}

/** Returns a form without its workflow. */
export function presentOpening(revision: Revision, account: StoredAccount): FormOpening {
  const { definition } = revision;
  const asked = getRequiredConsents(definition, account);
  return {
    accountId: account.id,
    accountName: account.name,
    headerLogoUrl: getLogoUrl(account, 'logo'),
    contact: account.contact,
    theme: {
      primaryColor: account.primaryColor,
      secondaryColor: account.secondaryColor,
      ...definition.theme,
    },
    revision: revision.number,
    formElement: getContent(definition),
    assistantNotice: definition.assistantNotice ?? null,
    attachments: definition.attachments ?? [],
    resultText: definition.resultText ?? null,
    ...asked,
    publicFileInfo,
    metaData: {
      validatorUrl: getValidatorUrl(revision.validatorHash),
      statementHashes: hashStatements({
        terms: asked.showAgb ? account.terms : null,
        privacy: asked.showDatenschutz ? account.privacy : null,
      }),
      publishedAt: revision.publishedAt,
    },
  };
}

/** Returns the form of a workflow for the page. */
export async function presentProcess(deps: Deps, workflow: WorkflowRow): Promise<FormProcess> {
  const revision = await withCurrentValidators(
    deps,
    await repository.findRevision(deps.db, workflow),
  );
  const account = await getAccount(deps.db, workflow);
  const opening = presentOpening(revision, account);
  return {
    workflowKey: workflow.key,
    workflowType: workflow.type,
    ...opening,
    ...(await getReturn(deps.db, workflow, revision.definition, account)),
    metaData: { ...opening.metaData, timeToken: await signTimeToken(deps, workflow.key) },
  };
}

/** Returns the data of a thank-you page; undefined for a workflow that was not sent. */
export async function presentSent(
  deps: Deps,
  here: string,
  {
    workflowKey,
    language,
    token,
  }: { workflowKey: string } & Pick<SentPageData, 'language' | 'token'>,
): Promise<SentPageData | undefined> {
  const workflow = await repository.findWorkflow(deps.db, workflowKey);
  const submission = await repository.findSubmissionOf(deps.db, workflowKey);
  if (!workflow || !submission) return undefined;
  const revision = await repository.findRevision(deps.db, workflow);
  const account = await getAccount(deps.db, workflow);
  const { accountId, accountName, headerLogoUrl, theme } = presentOpening(revision, account);
  const { submissionId, reference, submittedAt, copyTo, ...result } = await buildResult(
    deps,
    submission,
    workflow,
    revision,
    account,
  );
  return {
    here,
    thanks: { accountId, accountName, headerLogoUrl, theme, ...result },
    receipt: { submissionId, reference, submittedAt, copyTo },
    language,
    token,
  };
}

async function assertRoom(
  db: Db,
  workflowKey: string,
  elementId: string,
  maxFiles: number,
): Promise<void> {
  if (
    (await countUploads(db, workflowKey, elementId)) >=
    maxFiles * submissionLimits.uploadsPerWantedFile
  )
    throw createProblem('uploadLimit');
}

/**
 * Returns the upload rules of an element. Throws `invalidInput` if it takes no files, `uploadLimit`
 * above the maximum.
 */
export async function getUploadRules(
  deps: Deps,
  workflowKey: string,
  elementId: string | undefined,
  language: Language,
): Promise<UploadRules> {
  const workflow = await openWorkflow(deps, workflowKey);
  const definition = await repository.findDefinition(deps.db, workflow);
  const element = listEveryElement(definition).find(({ id }) => id === elementId);
  const group = listElements(definition).find((each) =>
    listChildren(each).some(({ id }) => id === elementId),
  );
  const taken = element && registry.get(element.type)?.uploads?.getLimits(element);
  if (!taken)
    throw createProblem('invalidInput', {
      '/ElementId': getTexts(language)('element.error.unknown', {}),
    });
  const { maxSizeBytes, extensions } = taken;
  const maxFiles =
    taken.maxFiles * (group ? (registry.get(group.type)?.rows?.getRange(group).max ?? 1) : 1);
  await assertRoom(deps.db, workflowKey, element.id, maxFiles);
  const admit = async (db: Db) => {
    if (!(await repository.touchWorkflow(db, workflowKey, deps.clock.now().toISOString())))
      throw createProblem('alreadySubmitted');
    await assertRoom(db, workflowKey, element.id, maxFiles);
  };
  return { maxSizeBytes, extensions, elementId: element.id, admit };
}

export const { deleteWorkflows, findWorkflow, storeOpened, touchWorkflow } = repository;

/**
 * Deletes workflows that were never sent and not used for long
 * (docs/decisions/forms/0011-how-long-is-unsent-data-kept.md).
 */
export async function deleteOldWorkflows({ db, clock }: Deps): Promise<void> {
  const before = clock.now().getTime() - workflowLimits.forgetAfterDays * dayMs;
  await repository.deleteUnused(db, new Date(before).toISOString());
}

/** Returns true if the workflow's form offers this file for download. */
export async function isAttachmentOf(
  { db }: Deps,
  workflowKey: string,
  fileId: string,
): Promise<boolean> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) return false;
  const { attachments = [] } = await repository.findDefinition(db, workflow);
  return attachments.some(({ id }) => id === fileId);
}
