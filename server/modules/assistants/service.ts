import type { FastifyBaseLogger } from 'fastify';
import type {
  FormAccess,
  FormProcess,
  FormSession,
  LoginRequired,
  Submission,
  SubmissionResult,
} from '#schemas/assistants.ts';
import type { Language } from '#schemas/common.ts';
import {
  childrenOf,
  contentOf,
  elementsOf,
  everyElementOf,
  type FormDefinition,
} from '#schemas/forms.ts';
import type { FormOpening } from '#schemas/firstView.ts';
import { germanDay } from '#schemas/dates.rules.ts';
import { limits } from '#schemas/limits.ts';
import type { TaskAsks } from '#schemas/tasks.ts';
import { asksOf } from '#src/engine/core/asksOf.ts';
import type { AccountRow, Db, FormRevisionRow, PinRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { signFormToken } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import {
  accountOf,
  consentAskedBy,
  contactOf,
  logoUrl,
  statementHashesOf,
} from '#server/modules/accounts/service.ts';
import { countUploads, publicFileInfo, type UploadRules } from '#server/modules/files/service.ts';
import { countPage, countSent, hasPage } from '#server/modules/formSteps/service.ts';
import { checkPin, pinAskedBy, usePin } from '#server/modules/pins/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { validatorUrl } from '#server/validators/routes.ts';
import { registry } from '#widgets/registry.ts';
import * as repository from './repository.ts';
import { returnAfter, submit, type SubmitContext } from './submit.ts';
import { signTimeToken } from './timeToken.ts';

export { submit } from './submit.ts';

const definitionOf = (revision: Pick<FormRevisionRow, 'definition'>): FormDefinition =>
  JSON.parse(revision.definition) as FormDefinition;

async function sessionFor(deps: Deps, { key, accountId, type }: WorkflowRow): Promise<FormSession> {
  const accessToken = await signFormToken(deps, { workflowKey: key, accountId });
  return { accessToken, workflowKey: key, accountId, workflowType: type };
}

/** Whose form it is, for whoever must give a PIN first. */
async function loginRequiredFor(deps: Deps, accountId: string): Promise<LoginRequired> {
  const account = await accountOf(deps.db, { accountId });
  return {
    payload: { isAppLoginRequired: true },
    accountId,
    accountName: account.name,
    headerLogoUrl: logoUrl(account, 'logo'),
    theme: { primaryColor: account.primaryColor, secondaryColor: account.secondaryColor },
    contact: contactOf(account),
  };
}

/** A repeat with the same key answers the same workflow for some minutes, while it is open; after that it starts a new one. */
async function beginWorkflow(
  deps: Deps,
  form: repository.LinkedForm,
  idempotencyKey?: string,
): Promise<WorkflowRow> {
  // The key opens what its first call has started, so it must be hard to guess.
  if (idempotencyKey && idempotencyKey.length < limits.calls.minKeyLength)
    throw problem('invalidInput');
  const now = deps.clock.now().toISOString();
  if (idempotencyKey) {
    const since = deps.clock.now().getTime() - limits.workflow.repeatWithinMinutes * 60_000;
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

/** Starts the workflow of an external request or a task, on the form's newest revision; throws `notFound` while the form is not on the net. */
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
  return definitionOf(await repository.findRevision(db, form.id, form.revision));
}

/** Opens a published form, unless its PIN comes first; an unknown, unpublished or withdrawn one is `notFound` alike. */
export async function startWorkflow(
  deps: Deps,
  key: string,
  idempotencyKey?: string,
): Promise<FormAccess> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return accessWorkflow(deps, key);
  if (form.state !== 'published') throw problem('notFound');
  if (await pinAskedBy(deps, { formId: form.id })) return loginRequiredFor(deps, form.accountId);
  return sessionFor(deps, await beginWorkflow(deps, form, idempotencyKey));
}

/** What everyone may know of a form that is on the net; undefined where it is not, or where a PIN comes first. */
export async function openingOf(deps: Deps, processGuid: string): Promise<FormOpening | undefined> {
  const form = await repository.findLinkedForm(deps.db, processGuid);
  if (form?.state !== 'published' || (await pinAskedBy(deps, { formId: form.id })))
    return undefined;
  const definition = definitionOf(
    await repository.findDefinition(deps.db, { formId: form.id, revision: form.revision }),
  );
  return presentOpening(definition, await accountOf(deps.db, form));
}

/** A fresh token for a workflow started earlier: its key is the secret that proves it, unless a PIN is asked for besides. */
export async function accessWorkflow(deps: Deps, workflowKey: string): Promise<FormAccess> {
  const workflow = await visitorsWorkflow(deps, workflowKey);
  if (await pinAskedBy(deps, workflow)) return loginRequiredFor(deps, workflow.accountId);
  return returnTo(deps, workflow);
}

async function returnTo(deps: Deps, workflow: WorkflowRow): Promise<FormSession> {
  await repository.touchWorkflow(deps.db, workflow.key, deps.clock.now().toISOString());
  return sessionFor(deps, workflow);
}

/** Throws like `checkPin`, and `invalidInput` for no PIN where one is asked for: that is no try. */
async function assertPin(
  deps: Deps,
  pin: PinRow | undefined,
  given: string | undefined,
): Promise<void> {
  if (!pin) return;
  if (given === undefined) throw problem('invalidInput');
  await checkPin(deps, pin, given);
}

/** Opens a form, or a workflow that was begun, with its PIN; throws `falsePin`, `pinVoid`, or `noAccess` to a withdrawn form. */
export async function loginWithPin(
  deps: Deps,
  key: string,
  given: string | undefined,
  idempotencyKey?: string,
): Promise<FormSession> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return loginToWorkflow(deps, await visitorsWorkflow(deps, key), given);
  const pin = await pinAskedBy(deps, { formId: form.id });
  if (!pin && form.state !== 'published') throw problem('notFound');
  await assertPin(deps, pin, given);
  if (form.state !== 'published') throw problem('noAccess');
  if (!pin) return sessionFor(deps, await beginWorkflow(deps, form, idempotencyKey));
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
  const pin = await pinAskedBy(deps, workflow);
  await assertPin(deps, pin, given);
  if (pin && (await usePin(deps, pin, workflow.key)) !== workflow.key) throw problem('pinVoid');
  return returnTo(deps, workflow);
}

/** The workflow; throws `notFound`, or `alreadySubmitted` once its answers were sent. */
export async function openWorkflow({ db }: Deps, workflowKey: string): Promise<WorkflowRow> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) throw problem('notFound');
  if (workflow.submittedAt) throw problem('alreadySubmitted');
  return workflow;
}

/** The workflow of a visitor, who proves by its key that it is theirs. A task's is opened by a client's own login and by nothing else. */
async function visitorsWorkflow(deps: Deps, workflowKey: string): Promise<WorkflowRow> {
  if (await repository.isTask(deps.db, workflowKey)) throw problem('notFound');
  return openWorkflow(deps, workflowKey);
}

/** Counts that a visitor has come to a page; throws `invalidInput` for one that the form does not have. */
export async function notePage(deps: Deps, workflowKey: string, page: string): Promise<boolean> {
  const workflow = await visitorsWorkflow(deps, workflowKey);
  if (!hasPage(definitionOf(await repository.findDefinition(deps.db, workflow)), page))
    throw problem('invalidInput');
  return countPage(deps, workflow, page);
}

/** Takes a visitor's answers, and counts that somebody has sent the form. */
export async function takeAnswers(
  deps: Deps,
  context: SubmitContext,
  submission: Submission,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<SubmissionResult> {
  const result = await submit(deps, context, submission);
  const { workflow } = context;
  // The answers are safe: that they were not counted is no reason to say otherwise.
  await repository
    .findDefinition(deps.db, workflow)
    .then((revision) => countSent(deps, workflow, definitionOf(revision)))
    .catch((error: unknown) => log.error(error, 'a submission was not counted'));
  return result;
}

const presentOpening = (definition: FormDefinition, account: AccountRow): FormOpening => ({
  accountId: account.id,
  accountName: account.name,
  headerLogoUrl: logoUrl(account, 'logo'),
  contact: contactOf(account),
  theme: {
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    ...definition.theme,
  },
  formElement: contentOf(definition),
  assistantNotice: definition.assistantNotice ?? null,
  ...consentAskedBy(definition, account),
});

/** The form of a workflow, as the page shows it (product.md §3, Form data). */
export async function presentProcess(deps: Deps, workflow: WorkflowRow): Promise<FormProcess> {
  const revision = await withCurrentValidators(
    deps,
    await repository.findRevision(deps.db, workflow.formId, workflow.revision),
  );
  const account = await accountOf(deps.db, workflow);
  const definition = definitionOf(revision);
  const asked = consentAskedBy(definition, account);
  return {
    workflowKey: workflow.key,
    workflowType: workflow.type,
    ...presentOpening(definition, account),
    revision: revision.number,
    formElement: contentOf(definition),
    attachments: definition.attachments ?? [],
    resultText: definition.resultText ?? null,
    ...(await returnAfter(deps.db, workflow, definition, account)),
    publicFileInfo,
    metaData: {
      validatorUrl: validatorUrl(revision.validatorHash),
      timeToken: await signTimeToken(deps, workflow.key),
      statementHashes: statementHashesOf({
        terms: asked.showAgb ? account.terms : null,
        privacy: asked.showDatenschutz ? account.privacy : null,
      }),
      publishedAt: revision.publishedAt,
    },
  };
}

/** How much the forms of some workflows ask, by the workflow's key. */
export async function asksOfWorkflows(
  { db, clock }: Deps,
  keys: readonly string[],
): Promise<Map<string, TaskAsks>> {
  const rows = keys.length === 0 ? [] : await repository.listDefinitions(db, keys);
  const today = germanDay(clock.now());
  return new Map(
    rows.map(({ key, revision, definition }) => [
      key,
      asksOf(definitionOf({ definition }), registry, { today, revision }),
    ]),
  );
}

async function assertRoom(
  db: Db,
  workflowKey: string,
  elementId: string,
  maxFiles: number,
): Promise<void> {
  if (
    (await countUploads(db, workflowKey, elementId)) >=
    maxFiles * limits.file.uploadsPerWantedFile
  )
    throw problem('uploadLimit');
}

/** What one element of a workflow takes; throws `invalidInput` when there is none that takes files, `uploadLimit` when it has had too many. */
export async function elementUploadRules(
  deps: Deps,
  workflowKey: string,
  elementId: string | undefined,
  language: Language,
): Promise<UploadRules> {
  const workflow = await openWorkflow(deps, workflowKey);
  const definition = definitionOf(
    await repository.findRevision(deps.db, workflow.formId, workflow.revision),
  );
  const element = everyElementOf(definition).find(({ id }) => id === elementId);
  const group = elementsOf(definition).find((each) =>
    childrenOf(each).some(({ id }) => id === elementId),
  );
  const taken = element && registry.get(element.type)?.uploadLimits?.(element);
  if (!taken)
    throw problem('invalidInput', { '/ElementId': textsIn(language)('element.error.unknown', {}) });
  const { maxSizeBytes, extensions } = taken;
  const maxFiles =
    taken.maxFiles * (group ? (registry.get(group.type)?.rows?.(group).max ?? 1) : 1);
  await assertRoom(deps.db, workflowKey, element.id, maxFiles);
  const admit = async (db: Db) => {
    if (!(await repository.touchWorkflow(db, workflowKey, deps.clock.now().toISOString())))
      throw problem('alreadySubmitted');
    await assertRoom(db, workflowKey, element.id, maxFiles);
  };
  return { maxSizeBytes, extensions, elementId: element.id, admit };
}

export const { findWorkflow, noteOpened, touchWorkflow } = repository;

/** Forgets workflows that were never sent and not used for a long time (docs/decisions/0011). */
export async function forgetWorkflows({ db, clock }: Deps): Promise<void> {
  const before = clock.now().getTime() - limits.workflow.forgetAfterDays * 24 * 3_600_000;
  await repository.deleteUnused(db, new Date(before).toISOString());
}

/** Whether the workflow's form offers this file to download. */
export async function isAttachmentOf(
  { db }: Deps,
  workflowKey: string,
  fileId: string,
): Promise<boolean> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) return false;
  const { attachments = [] } = definitionOf(
    await repository.findRevision(db, workflow.formId, workflow.revision),
  );
  return attachments.some(({ id }) => id === fileId);
}
