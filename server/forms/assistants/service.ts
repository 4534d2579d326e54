import type { FastifyBaseLogger } from 'fastify';
import type {
  FormAccess,
  FormProcess,
  FormSession,
  LoginRequired,
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
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { requestLimits } from '#server/http/limits.ts';
import type { AccountRow, Db, PinRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { signFormToken } from '#server/http/session.ts';
import { getTexts } from '#server/texts.ts';
import {
  getAccount,
  getRequiredConsents,
  getContact,
  getLogoUrl,
  hashStatements,
} from '#server/accounts/accounts/service.ts';
import { countUploads, publicFileInfo, type UploadRules } from '#server/files/files/service.ts';
import { countPage, countSent, hasPage } from '#server/forms/formSteps/service.ts';
import { checkPin, getRequiredPin, usePin } from '#server/forms/pins/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { validatorUrl } from '#server/validators/routes.ts';
import { registry } from '#widgets/registry.ts';
import * as repository from './repository.ts';
import { getReturn, submit, type SubmitContext } from './submit.ts';
import { signTimeToken } from './timeToken.ts';

export { listQuestionSummaries } from './questions.ts';
export { submit } from './submit.ts';

async function createSession(
  deps: Deps,
  { key, accountId, type }: WorkflowRow,
): Promise<FormSession> {
  const accessToken = await signFormToken(deps, { workflowKey: key, accountId });
  return { accessToken, workflowKey: key, accountId, workflowType: type };
}

/** The form's owner, shown before the PIN is entered. */
async function getRequiredLogin(deps: Deps, accountId: string): Promise<LoginRequired> {
  const account = await getAccount(deps.db, { accountId });
  return {
    payload: { isAppLoginRequired: true },
    accountId,
    accountName: account.name,
    headerLogoUrl: getLogoUrl(account, 'logo'),
    theme: { primaryColor: account.primaryColor, secondaryColor: account.secondaryColor },
    contact: getContact(account),
  };
}

/**
 * Starts a workflow. A retry gets the same one for some minutes while it is open, then a new one.
 */
async function beginWorkflow(
  deps: Deps,
  form: repository.LinkedForm,
  idempotencyKey?: string,
): Promise<WorkflowRow> {
  // The key opens the workflow of its first request, so it must be unguessable.
  if (idempotencyKey && idempotencyKey.length < requestLimits.minKeyLength)
    throw problem('invalidInput');
  const now = deps.clock.now().toISOString();
  if (idempotencyKey) {
    const since = deps.clock.now().getTime() - workflowLimits.repeatWithinMinutes * minuteMs;
    await repository.releaseKey(deps.db, form.id, idempotencyKey, new Date(since).toISOString());
  }
  const workflow: WorkflowRow = {
    key: newId(),
    formId: form.id,
    revision: form.revision,
    accountId: form.accountId,
    type: 'ASSISTENT',
    returnUrl: null,
    startedAt: now,
    lastUsedAt: now,
    idempotencyKey: idempotencyKey ?? null,
    submittedAt: null,
  };
  if (await repository.insertWorkflow(deps.db, workflow)) return workflow;
  const earlier = idempotencyKey
    ? await repository.findWorkflowByIdempotencyKey(deps.db, form.id, idempotencyKey)
    : undefined;
  if (!earlier) throw problem('conflict');
  return earlier;
}

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
  if (form?.state !== 'published') throw problem('notFound');
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

/**
 * Opens a published form unless it requires a PIN. Throws `notFound` alike for an unknown,
 * unpublished or withdrawn one.
 */
export async function startWorkflow(
  deps: Deps,
  key: string,
  idempotencyKey?: string,
): Promise<FormAccess> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return accessWorkflow(deps, key);
  if (form.state !== 'published') throw problem('notFound');
  if (await getRequiredPin(deps, { formId: form.id }))
    return getRequiredLogin(deps, form.accountId);
  return createSession(deps, await beginWorkflow(deps, form, idempotencyKey));
}

/**
 * Returns the public data of a published form; undefined if it is not published or requires a PIN.
 */
export async function getOpening(
  deps: Deps,
  processGuid: string,
): Promise<FormOpening | undefined> {
  const form = await repository.findLinkedForm(deps.db, processGuid);
  if (form?.state !== 'published' || (await getRequiredPin(deps, { formId: form.id })))
    return undefined;
  const definition = await repository.findDefinition(deps.db, {
    formId: form.id,
    revision: form.revision,
  });
  return presentOpening(definition, await getAccount(deps.db, form));
}

/**
 * Creates a new token for a started workflow. Its key is the secret, besides a PIN if the form
 * requires one.
 */
export async function accessWorkflow(deps: Deps, workflowKey: string): Promise<FormAccess> {
  const workflow = await visitorsWorkflow(deps, workflowKey);
  if (await getRequiredPin(deps, workflow)) return getRequiredLogin(deps, workflow.accountId);
  return returnTo(deps, workflow);
}

async function returnTo(deps: Deps, workflow: WorkflowRow): Promise<FormSession> {
  await repository.touchWorkflow(deps.db, workflow.key, deps.clock.now().toISOString());
  return createSession(deps, workflow);
}

/**
 * Checks a PIN like `checkPin`. Throws `invalidInput`, without counting an attempt, for a missing
 * PIN.
 */
async function assertPin(
  deps: Deps,
  pin: PinRow | undefined,
  given: string | undefined,
): Promise<void> {
  if (!pin) return;
  if (given === undefined) throw problem('invalidInput');
  await checkPin(deps, pin, given);
}

/**
 * Opens a form or a started workflow with its PIN. Throws `falsePin`, `pinVoid`, or `noAccess` for
 * a withdrawn form.
 */
export async function loginWithPin(
  deps: Deps,
  key: string,
  given: string | undefined,
  idempotencyKey?: string,
): Promise<FormSession> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return loginToWorkflow(deps, await visitorsWorkflow(deps, key), given);
  const pin = await getRequiredPin(deps, { formId: form.id });
  if (!pin && form.state !== 'published') throw problem('notFound');
  await assertPin(deps, pin, given);
  if (form.state !== 'published') throw problem('noAccess');
  if (!pin) return createSession(deps, await beginWorkflow(deps, form, idempotencyKey));
  const workflowKey =
    pin.workflowKey ??
    (await usePin(deps, pin, (await beginWorkflow(deps, form, idempotencyKey)).key));
  const workflow = await repository.findWorkflow(deps.db, workflowKey);
  if (!workflow || workflow.submittedAt) throw problem('pinVoid');
  return returnTo(deps, workflow);
}

async function loginToWorkflow(
  deps: Deps,
  workflow: WorkflowRow,
  given: string | undefined,
): Promise<FormSession> {
  const pin = await getRequiredPin(deps, workflow);
  await assertPin(deps, pin, given);
  if (pin && (await usePin(deps, pin, workflow.key)) !== workflow.key) throw problem('pinVoid');
  return returnTo(deps, workflow);
}

/** Returns the workflow; throws `notFound`, or `alreadySubmitted` after the submission. */
export async function openWorkflow({ db }: Deps, workflowKey: string): Promise<WorkflowRow> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) throw problem('notFound');
  if (workflow.submittedAt) throw problem('alreadySubmitted');
  return workflow;
}

/**
 * Returns a visitor's workflow by its key. A task's workflow can be opened by its client's login
 * only.
 */
async function visitorsWorkflow(deps: Deps, workflowKey: string): Promise<WorkflowRow> {
  if (await repository.isTask(deps.db, workflowKey)) throw problem('notFound');
  return openWorkflow(deps, workflowKey);
}

/** Counts a visit of a page; throws `invalidInput` for an unknown page. */
export async function countPageVisit(
  deps: Deps,
  workflowKey: string,
  page: string,
): Promise<boolean> {
  const workflow = await visitorsWorkflow(deps, workflowKey);
  if (!hasPage(await repository.findDefinition(deps.db, workflow), page))
    throw problem('invalidInput');
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

const presentOpening = (definition: FormDefinition, account: AccountRow): FormOpening => ({
  accountId: account.id,
  accountName: account.name,
  headerLogoUrl: getLogoUrl(account, 'logo'),
  contact: getContact(account),
  theme: {
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    ...definition.theme,
  },
  formElement: getContent(definition),
  assistantNotice: definition.assistantNotice ?? null,
  ...getRequiredConsents(definition, account),
});

/** Returns the form of a workflow for the page. */
export async function presentProcess(deps: Deps, workflow: WorkflowRow): Promise<FormProcess> {
  const revision = await withCurrentValidators(
    deps,
    await repository.findRevision(deps.db, workflow),
  );
  const account = await getAccount(deps.db, workflow);
  const { definition } = revision;
  const asked = getRequiredConsents(definition, account);
  return {
    workflowKey: workflow.key,
    workflowType: workflow.type,
    ...presentOpening(definition, account),
    revision: revision.number,
    formElement: getContent(definition),
    attachments: definition.attachments ?? [],
    resultText: definition.resultText ?? null,
    ...(await getReturn(deps.db, workflow, definition, account)),
    publicFileInfo,
    metaData: {
      validatorUrl: validatorUrl(revision.validatorHash),
      timeToken: await signTimeToken(deps, workflow.key),
      statementHashes: hashStatements({
        terms: asked.showAgb ? account.terms : null,
        privacy: asked.showDatenschutz ? account.privacy : null,
      }),
      publishedAt: revision.publishedAt,
    },
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
    throw problem('uploadLimit');
}

/**
 * Returns the upload rules of an element. Throws `invalidInput` if it takes no files, `uploadLimit`
 * above the maximum.
 */
export async function elementUploadRules(
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
    throw problem('invalidInput', {
      '/ElementId': getTexts(language)('element.error.unknown', {}),
    });
  const { maxSizeBytes, extensions } = taken;
  const maxFiles =
    taken.maxFiles * (group ? (registry.get(group.type)?.rows?.getRange(group).max ?? 1) : 1);
  await assertRoom(deps.db, workflowKey, element.id, maxFiles);
  const admit = async (db: Db) => {
    if (!(await repository.touchWorkflow(db, workflowKey, deps.clock.now().toISOString())))
      throw problem('alreadySubmitted');
    await assertRoom(db, workflowKey, element.id, maxFiles);
  };
  return { maxSizeBytes, extensions, elementId: element.id, admit };
}

export const { findWorkflow, storeOpened, touchWorkflow } = repository;

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
