import { dayMs } from '#schemas/platform/time.ts';
import type { Language } from '#schemas/platform/common.ts';
import type {
  ExternalRequest,
  MadeExternalRequest,
  NewExternalRequest,
} from '#schemas/forms/externalRequests.ts';
import { externalRequestLimits } from '#schemas/forms/limits.ts';
import type { MadePin, PinOptions } from '#schemas/forms/pins.ts';
import { webAddresses, type GuidanceAddress } from '#schemas/platform/webAddresses.ts';
import { listLimits } from '#server/http/limits.ts';
import type { ExternalRequestRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import {
  findAccountByKey,
  getAccount,
  isReturnAllowed,
} from '#server/accounts/accounts/service.ts';
import { findWorkflow, startRequested } from '#server/forms/assistants/service.ts';
import { createPin, getWorkflowSubject } from '#server/forms/pins/service.ts';
import { getOwnForm } from '#server/forms/providerForms/service.ts';
import * as repository from './repository.ts';

/** The provider's view of a request. Known personal data is in the link only and is not stored. */
export function presentRequest(
  { config }: Deps,
  row: repository.RequestWithAnswer,
  prefill: NewExternalRequest['prefill'] = {},
): ExternalRequest {
  const query = new URLSearchParams(
    Object.entries(prefill).filter((given): given is [string, string] => given[1] !== undefined),
  ).toString();
  const path = webAddresses.guidance({
    family: 'page',
    accountIdentity: row.uniqueKey,
    externalRequestKey: row.key,
  });
  return {
    externalRequestKey: row.key,
    formId: row.formId,
    url: `${config.publicUrl}${path}${query && `?${query}`}`,
    state: row.submittedAt ? 'answered' : 'open',
    submissionId: row.submissionId,
    validUntil: row.validUntil,
    createdAt: row.createdAt,
  };
}

async function getOwnRequest(
  { db }: Deps,
  accountId: string,
  key: string,
): Promise<repository.RequestWithAnswer> {
  const request = await repository.findRequest(db, accountId, key);
  if (!request) throw createProblem('notFound');
  return request;
}

async function assertReturnUrl(
  { db }: Deps,
  accountId: string,
  { returnUrl }: NewExternalRequest,
  language: Language,
): Promise<void> {
  if (
    returnUrl === undefined ||
    (await isReturnAllowed(db, await getAccount(db, { accountId }), returnUrl))
  )
    return;
  throw createProblem('invalidInput', {
    '/returnUrl': getTexts(language)('externalRequest.error.returnUrl', {}),
  });
}

/**
 * Returns the request of an earlier call with this key, without its PIN; throws `conflict` for
 * another body.
 */
async function findCreated(
  deps: Deps,
  accountId: string,
  wanted: NewExternalRequest,
  bodyHash: string,
  idempotencyKey: string | undefined,
): Promise<MadeExternalRequest | undefined> {
  const earlier = idempotencyKey
    ? await repository.findRequestByIdempotencyKey(deps.db, accountId, idempotencyKey)
    : undefined;
  if (!earlier) return undefined;
  assertSameBody(earlier, bodyHash);
  return { ...presentRequest(deps, earlier, wanted.prefill), pin: null };
}

/** Creates a request to one person: a workflow, and its PIN before the link can be used. */
export async function createRequest(
  deps: Deps,
  { accountId, language }: { accountId: string; language: Language },
  wanted: NewExternalRequest,
  idempotencyKey?: string,
): Promise<MadeExternalRequest> {
  const bodyHash = hashBody(wanted);
  const earlier = await findCreated(deps, accountId, wanted, bodyHash, idempotencyKey);
  if (earlier) return earlier;
  const form = await getOwnForm(deps, accountId, wanted.formId);
  await assertReturnUrl(deps, accountId, wanted, language);
  const now = deps.clock.now();
  const { validDays = externalRequestLimits.validDays } = wanted;
  const request: ExternalRequestRow = {
    key: newId(),
    accountId,
    workflowKey: newId(),
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    validUntil: new Date(now.getTime() + validDays * dayMs).toISOString(),
    createdAt: now.toISOString(),
  };
  const pin = wanted.pin
    ? await createPin(deps, getWorkflowSubject(request.workflowKey), wanted.pin)
    : null;
  const isFirst = await inTransaction(deps.db, async (db) => {
    if (!(await repository.insertRequest(db, request))) return false;
    await startRequested(deps, db, form.processGuid, {
      key: request.workflowKey,
      type: 'EXTERNALREQUEST',
      returnUrl: wanted.returnUrl ?? null,
    });
    return true;
  });
  if (isFirst)
    return {
      ...presentRequest(deps, await getOwnRequest(deps, accountId, request.key), wanted.prefill),
      pin,
    };
  const winner = await findCreated(deps, accountId, wanted, bodyHash, idempotencyKey);
  if (!winner) throw createProblem('conflict');
  return winner;
}

/** Lists the account's newest unanswered requests. */
export async function openRequests(deps: Deps, accountId: string): Promise<ExternalRequest[]> {
  const rows = await repository.listRequests(
    deps.db,
    accountId,
    {},
    { limit: listLimits.pageSize },
  );
  return rows.map((row) => presentRequest(deps, row)).filter(({ state }) => state === 'open');
}

/** Creates a new PIN for a request and voids the earlier one. */
export async function makeRequestPin(
  deps: Deps,
  accountId: string,
  key: string,
  options: PinOptions,
): Promise<MadePin> {
  const { workflowKey } = await getOwnRequest(deps, accountId, key);
  return createPin(deps, getWorkflowSubject(workflowKey), options);
}

const isExpired = ({ clock }: Deps, { validUntil }: Pick<ExternalRequestRow, 'validUntil'>) =>
  validUntil < clock.now().toISOString();

/**
 * Returns the workflow of a request; throws `notFound` alike for unknown, foreign and expired ones.
 */
export async function getWorkflowKey(deps: Deps, accountId: string, key: string): Promise<string> {
  const request = await getOwnRequest(deps, accountId, key);
  if (isExpired(deps, request)) throw createProblem('notFound');
  return request.workflowKey;
}

/** Finds the workflow of a request by its address; undefined as `getWorkflowKey` throws. */
export async function findRequestedWorkflow(
  deps: Deps,
  { accountIdentity, externalRequestKey }: Omit<GuidanceAddress, 'family'>,
): Promise<WorkflowRow | undefined> {
  const account = await findAccountByKey(deps.db, accountIdentity);
  const request =
    account && (await repository.findRequest(deps.db, account.id, externalRequestKey));
  return request && !isExpired(deps, request)
    ? findWorkflow(deps.db, request.workflowKey)
    : undefined;
}

/** Deletes expired requests without an answer. */
export const deleteExpiredRequests = ({ db, clock }: Deps): Promise<void> =>
  repository.deletePassed(db, clock.now().toISOString());
