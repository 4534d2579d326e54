import type { Language } from '#schemas/common.ts';
import type {
  ExternalRequest,
  MadeExternalRequest,
  NewExternalRequest,
} from '#schemas/externalRequests.ts';
import { limits } from '#schemas/limits.ts';
import type { MadePin, PinOptions } from '#schemas/pins.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import type { ExternalRequestRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { accountOf, isReturnAllowed } from '#server/modules/accounts/service.ts';
import { startRequested } from '#server/modules/assistants/service.ts';
import { makePin, pinOfWorkflow } from '#server/modules/pins/service.ts';
import { ownForm } from '#server/modules/providerForms/service.ts';
import * as repository from './repository.ts';

const dayMs = 24 * 3_600_000;

/** What the provider sees of a request. What is known of the person stands in the link it was made with, and nowhere else. */
export function presentRequest(
  { config }: Deps,
  row: repository.RequestWithAnswer,
  prefill: NewExternalRequest['prefill'] = {},
): ExternalRequest {
  const query = new URLSearchParams(
    Object.entries(prefill).filter((given): given is [string, string] => given[1] !== undefined),
  ).toString();
  return {
    externalRequestKey: row.key,
    formId: row.formId,
    url: `${config.publicUrl}${webAddresses.guidance({ family: 'page', accountIdentity: row.uniqueKey, externalRequestKey: row.key })}${query && `?${query}`}`,
    state: row.submissionId ? 'answered' : 'open',
    submissionId: row.submissionId,
    validUntil: row.validUntil,
    createdAt: row.createdAt,
  };
}

async function ownRequest(
  { db }: Deps,
  accountId: string,
  key: string,
): Promise<repository.RequestWithAnswer> {
  const request = await repository.findRequest(db, accountId, key);
  if (!request) throw problem('notFound');
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
    (await isReturnAllowed(db, await accountOf(db, { accountId }), returnUrl))
  )
    return;
  throw problem('invalidInput', {
    '/returnUrl': textsIn(language)('externalRequest.error.returnUrl', {}),
  });
}

/** The request an earlier call with this key has made, without its PIN; throws `conflict` when that call asked for another one. */
async function createdBefore(
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
  if (earlier.bodyHash !== bodyHash) throw problem('conflict');
  return { ...presentRequest(deps, earlier, wanted.prefill), pin: null };
}

/** Asks one person to fill in a form: the workflow is there from the start, and its PIN before it can be reached. */
export async function createRequest(
  deps: Deps,
  { accountId, language }: { accountId: string; language: Language },
  wanted: NewExternalRequest,
  idempotencyKey?: string,
): Promise<MadeExternalRequest> {
  const bodyHash = hashBody(wanted);
  const earlier = await createdBefore(deps, accountId, wanted, bodyHash, idempotencyKey);
  if (earlier) return earlier;
  const form = await ownForm(deps, accountId, wanted.formId);
  await assertReturnUrl(deps, accountId, wanted, language);
  const now = deps.clock.now();
  const { validDays = limits.externalRequest.validDays } = wanted;
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
    ? await makePin(deps, pinOfWorkflow(request.workflowKey), wanted.pin)
    : null;
  const isFirst = await deps.db.transaction().execute(async (db) => {
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
      ...presentRequest(deps, await ownRequest(deps, accountId, request.key), wanted.prefill),
      pin,
    };
  const winner = await createdBefore(deps, accountId, wanted, bodyHash, idempotencyKey);
  if (!winner) throw problem('conflict');
  return winner;
}

/** The account's newest requests that wait for an answer. */
export async function openRequests(deps: Deps, accountId: string): Promise<ExternalRequest[]> {
  const rows = await repository.listRequests(deps.db, accountId, limits.provider.pageSize);
  return rows.map((row) => presentRequest(deps, row)).filter(({ state }) => state === 'open');
}

/** A new PIN for a request; the earlier one is void. */
export async function makeRequestPin(
  deps: Deps,
  accountId: string,
  key: string,
  options: PinOptions,
): Promise<MadePin> {
  const { workflowKey } = await ownRequest(deps, accountId, key);
  return makePin(deps, pinOfWorkflow(workflowKey), options);
}

/** The workflow behind a request; throws `notFound` for an unknown one as for another account's and for one whose time has passed. */
export async function workflowOfRequest(
  deps: Deps,
  accountId: string,
  key: string,
): Promise<string> {
  const { workflowKey, validUntil } = await ownRequest(deps, accountId, key);
  if (validUntil < deps.clock.now().toISOString()) throw problem('notFound');
  return workflowKey;
}

/** Forgets requests whose time has passed without an answer. */
export const forgetRequests = ({ db, clock }: Deps): Promise<void> =>
  repository.deletePassed(db, clock.now().toISOString());
