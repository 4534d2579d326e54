import type { FormAccess, FormSession, LoginRequired } from '#schemas/forms/assistants.ts';
import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type { PinRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createClosedProblem, createProblem, createSubmittedProblem } from '#server/problem.ts';
import { getAccount, getLogoUrl } from '#server/accounts/accounts/service.ts';
import { assertNotClosed, getClosing } from '#server/forms/closings/service.ts';
import { checkPin, getRequiredPin, isGood, usePin } from '#server/forms/pins/service.ts';
import { workflowLimits } from '#server/forms/limits.ts';
import { buildReference } from '#server/forms/reference.ts';
import { requestLimits } from '#server/http/limits.ts';
import { signFormToken } from '#server/http/session.ts';
import { noProof, type PinProof } from './pinCookie.ts';
import * as repository from './repository.ts';

async function createSession(
  deps: Deps,
  { key, accountId, type }: WorkflowRow,
): Promise<FormSession> {
  const accessToken = await signFormToken(deps, { workflowKey: key, accountId });
  return { accessToken, workflowKey: key, accountId, workflowType: type };
}

/** Returns the form's owner, shown before the PIN is entered. */
export async function getRequiredLogin(deps: Deps, accountId: string): Promise<LoginRequired> {
  const account = await getAccount(deps.db, { accountId });
  return {
    payload: { isAppLoginRequired: true },
    accountId,
    accountName: account.name,
    headerLogoUrl: getLogoUrl(account, 'logo'),
    theme: { primaryColor: account.primaryColor, secondaryColor: account.secondaryColor },
    contact: account.contact,
  };
}

/**
 * Starts a workflow. A retry gets the same one for some minutes while it is open, then a new one.
 * Throws `formClosed` for a closed form.
 */
async function beginWorkflow(
  deps: Deps,
  form: repository.LinkedForm,
  idempotencyKey?: string,
): Promise<WorkflowRow> {
  // The key opens the workflow of its first request, so it must be unguessable.
  if (idempotencyKey && idempotencyKey.length < requestLimits.minKeyLength)
    throw createProblem('invalidInput');
  const now = deps.clock.now().toISOString();
  if (idempotencyKey) {
    const since = deps.clock.now().getTime() - workflowLimits.retryWithinMs;
    await repository.releaseIdempotencyKey(deps.db, form.id, idempotencyKey, {
      startedBefore: new Date(since).toISOString(),
      isReleasedWhenSent: true,
    });
  }
  const findEarlier = async () =>
    idempotencyKey
      ? repository.findWorkflowByIdempotencyKey(deps.db, form.id, idempotencyKey)
      : undefined;
  const { closedBy, text } = await getClosing(deps, form.id);
  if (closedBy !== null) {
    const started = await findEarlier();
    if (!started) throw createClosedProblem(text);
    return started;
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
  const earlier = await findEarlier();
  if (!earlier) throw createProblem('conflict');
  return earlier;
}

/**
 * Opens a published form unless it requires a PIN. Throws `notFound` alike for an unknown,
 * unpublished or withdrawn one, and `formClosed`.
 */
export async function startWorkflow(
  deps: Deps,
  key: string,
  idempotencyKey?: string,
  proof = noProof,
): Promise<FormAccess> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return createAccess(deps, key, proof);
  if (!isOpenToVisitors(form)) throw createProblem('notFound');
  const pin = await getRequiredPin(deps, { formId: form.id });
  if (!pin) return createSession(deps, await beginWorkflow(deps, form, idempotencyKey));
  const proven = await findProven(deps, pin, proof);
  if (proven === 'new') return createSession(deps, await beginWorkflow(deps, form, idempotencyKey));
  if (proven) return returnTo(deps, proven);
  await assertNotClosed(deps, form.id);
  return getRequiredLogin(deps, form.accountId);
}

/**
 * Returns the workflow that a PIN opens which this browser has given before, or `new` for a PIN of
 * several workflows; undefined if a PIN has to be given.
 */
export async function findProven(
  deps: Deps,
  pin: PinRow,
  proof: PinProof,
): Promise<WorkflowRow | 'new' | undefined> {
  if (!proof.has(pin)) return undefined;
  if (!pin.isSingleUse) return isGood(deps, pin) ? 'new' : undefined;
  const workflow = pin.workflowKey && (await repository.findWorkflow(deps.db, pin.workflowKey));
  return workflow && !workflow.submittedAt ? workflow : undefined;
}

/** Returns true for the key of a published form or of a started workflow. */
export async function isKnownKey(deps: Deps, key: string): Promise<boolean> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (form) return isOpenToVisitors(form);
  return (
    (await repository.findWorkflow(deps.db, key)) !== undefined &&
    !(await repository.isTask(deps.db, key))
  );
}

/** Returns true for a workflow that needs no PIN, or whose PIN this browser has given. */
export const isProven = (
  pin: PinRow | undefined,
  { key }: Pick<WorkflowRow, 'key'>,
  proof: PinProof,
): boolean => !pin || (proof.has(pin) && (!pin.isSingleUse || pin.workflowKey === key));

/**
 * Creates a new token for a started workflow. Its key is the secret, besides a PIN if the form
 * requires one. `idempotencyKey` is that of a submission whose response was lost.
 */
export async function createAccess(
  deps: Deps,
  workflowKey: string,
  proof = noProof,
  idempotencyKey?: string,
): Promise<FormAccess> {
  const workflow = await openVisitorWorkflow(deps, workflowKey, idempotencyKey);
  const pin = await getRequiredPin(deps, workflow);
  return isProven(pin, workflow, proof)
    ? returnTo(deps, workflow)
    : getRequiredLogin(deps, workflow.accountId);
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
  if (given === undefined) throw createProblem('invalidInput');
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
  proof = noProof,
): Promise<FormSession> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form) return loginToWorkflow(deps, await openVisitorWorkflow(deps, key), given, proof);
  const pin = await getRequiredPin(deps, { formId: form.id });
  if (!pin && !isOpenToVisitors(form)) throw createProblem('notFound');
  await assertPin(deps, pin, given);
  if (!isOpenToVisitors(form)) throw createProblem('noAccess');
  if (!pin) return createSession(deps, await beginWorkflow(deps, form, idempotencyKey));
  return openByPin(deps, form, pin, { idempotencyKey, proof });
}

type PinUse = { idempotencyKey?: string | undefined; proof: PinProof };

/** Opens the workflow of a checked PIN. Throws `pinVoid` once it was submitted. */
async function openByPin(
  deps: Deps,
  form: repository.LinkedForm,
  pin: PinRow,
  { idempotencyKey, proof }: PinUse,
): Promise<FormSession> {
  const workflowKey =
    pin.workflowKey ??
    (await usePin(deps, pin, (await beginWorkflow(deps, form, idempotencyKey)).key));
  const workflow = await repository.findWorkflow(deps.db, workflowKey);
  if (!workflow || workflow.submittedAt) throw createProblem('pinVoid');
  proof.give(pin);
  return returnTo(deps, workflow);
}

/**
 * Takes the PIN of a form or workflow that a page without scripts has posted, like `loginWithPin`.
 * A form's PIN of several workflows starts none: its first page does.
 */
export async function givePin(
  deps: Deps,
  key: string,
  given: string,
  proof: PinProof,
): Promise<void> {
  const form = await repository.findLinkedForm(deps.db, key);
  if (!form)
    return void (await loginToWorkflow(deps, await openVisitorWorkflow(deps, key), given, proof));
  const pin = await getRequiredPin(deps, { formId: form.id });
  if (!pin && !isOpenToVisitors(form)) throw createProblem('notFound');
  if (!pin) return;
  await checkPin(deps, pin, given);
  if (!isOpenToVisitors(form)) throw createProblem('noAccess');
  if (pin.isSingleUse) return void (await openByPin(deps, form, pin, { proof }));
  await assertNotClosed(deps, form.id);
  proof.give(pin);
}

async function loginToWorkflow(
  deps: Deps,
  workflow: WorkflowRow,
  given: string | undefined,
  proof: PinProof,
): Promise<FormSession> {
  const pin = await getRequiredPin(deps, workflow);
  await assertPin(deps, pin, given);
  if (pin && (await usePin(deps, pin, workflow.key)) !== workflow.key)
    throw createProblem('pinVoid');
  if (pin) proof.give(pin);
  return returnTo(deps, workflow);
}

/** Returns the submission of a workflow if it has this Idempotency-Key. */
async function findOwnSubmission({ db }: Deps, workflowKey: string, idempotencyKey?: string) {
  const sent = await repository.findSubmissionOf(db, workflowKey);
  if (!sent || idempotencyKey === undefined || sent.idempotencyKey !== idempotencyKey)
    return undefined;
  return { submissionId: sent.id, reference: buildReference(sent.id) };
}

/**
 * Returns the workflow; throws `notFound`, or `alreadySubmitted` after the submission. That says
 * when it came, and has its receipt for this `idempotencyKey`.
 */
export async function openWorkflow(
  deps: Deps,
  workflowKey: string,
  idempotencyKey?: string,
): Promise<WorkflowRow> {
  const workflow = await repository.findWorkflow(deps.db, workflowKey);
  if (!workflow) throw createProblem('notFound');
  const { submittedAt } = workflow;
  if (submittedAt) {
    const own = await findOwnSubmission(deps, workflowKey, idempotencyKey);
    throw createSubmittedProblem(submittedAt, own);
  }
  return workflow;
}

/**
 * Returns a visitor's workflow by its key. A task's workflow can be opened by its client's login
 * only.
 */
export async function openVisitorWorkflow(
  deps: Deps,
  workflowKey: string,
  idempotencyKey?: string,
): Promise<WorkflowRow> {
  if (await repository.isTask(deps.db, workflowKey)) throw createProblem('notFound');
  return openWorkflow(deps, workflowKey, idempotencyKey);
}
