import ky from 'ky';
import {
  buildCallAddress,
  type Args,
  type Endpoint,
  type Reply,
} from '#schemas/platform/endpoint.ts';
import { cleanTexts } from '#schemas/platform/plainText.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { startExchange } from '#src/device/serverClock.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { readPublicConfig } from './config.ts';
import { hasReason } from './errors.ts';
import { takeFirstReply } from './firstReplies.ts';
import { formSession, formTokens } from './formSession.ts';
import type { CallJson, Request, Transport } from './request.ts';
import { createRetryingSend, type Outcome } from './sendWithRetries.ts';
import { refreshOnce, type TokenKeeper } from './tokens.ts';
import { getUserTokens } from './userSessions.ts';

const jsonTimeoutMs = minuteMs;
const send = createRetryingSend();

export const buildUrl = (request: Request): string =>
  (globalThis.location?.origin ?? 'http://localhost') + buildCallAddress(request);

/** Headers of every call, with the bearer token where the call is not public. */
async function buildHeaders(
  token: string | undefined,
  idempotencyKey?: string,
): Promise<Record<string, string>> {
  const { applicationKey, apiKey } = await readPublicConfig();
  return {
    'Accept-Language': detectLanguage(),
    'X-Application-Key': applicationKey,
    'X-Api-Key': apiKey,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Names the firm for which a member of its staff calls. */
export const toAccountHeader = (account: string | undefined): Record<string, string> =>
  account === undefined ? {} : { 'X-Account': account };

export const json =
  (request: Request): Transport =>
  async (headers) => {
    const {
      endpoint: { method },
      body,
      account,
      ifMatch,
    } = request;
    const learnTime = startExchange();
    const response = await ky(buildUrl(request), {
      method,
      headers: {
        ...headers,
        ...toAccountHeader(account),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      },
      retry: 0,
      throwHttpErrors: false,
      timeout: jsonTimeoutMs,
      // A text may be pasted with control characters, which the server refuses.
      ...(body === undefined ? {} : { json: cleanTexts(body) }),
    });
    learnTime(response.headers);
    const etag = response.headers.get('etag') ?? undefined;
    return { status: response.status, body: parsed(await response.text()), etag };
  };

/**
 * The token of a form first: only the page of that form has one. Then the registered session before
 * the one by PIN.
 */
const keepers: readonly TokenKeeper[] = [
  formTokens,
  getUserTokens('registered'),
  getUserTokens('unregistered'),
];

/** Staff make calls of the provider API with their registered session. */
const isOpenTo = ({ session, staff }: Endpoint, kind: TokenKeeper['kind']): boolean =>
  session.includes(kind) || (kind === 'registered' && staff !== undefined);

/** A 401 for a wrong password or PIN does not mean that the token has expired. */
const hasExpired = (outcome: Outcome): boolean =>
  'error' in outcome && hasReason(outcome.error, 'unauthorized');

/**
 * Sends a call with a fresh token. Access tokens expire after 15 minutes: all waiting calls share
 * one renewal, before the expiry or after a 401. If the renewal fails, its error is returned: it
 * says more than the 401.
 */
export async function call(
  endpoint: Endpoint,
  transport: Transport,
  idempotencyKey?: string,
): Promise<Outcome> {
  if (endpoint.session.includes('form')) await formSession.untilSettled();
  const keeper = keepers.find(({ kind, token }) => isOpenTo(endpoint, kind) && token());
  const once = () =>
    send(async () => transport(await buildHeaders(keeper?.token(), idempotencyKey)), {
      isNeverRetried: endpoint.isNeverRetried,
      isAction: endpoint.method !== 'GET',
    });
  const old = keeper?.token();
  if (!keeper || !old) return once();
  if (keeper.isDue()) await refreshOnce(keeper, old, callJson);
  let used = keeper.token();
  let outcome = await once();
  if (hasExpired(outcome) && keeper.token() && keeper.token() !== used) {
    // another tab has renewed it, and that token may have expired too
    used = keeper.token();
    outcome = await once();
  }
  if (!hasExpired(outcome) || !used) return outcome;
  const renewed = await refreshOnce(keeper, used, callJson);
  if ('error' in renewed) return renewed;
  const fresh = keeper.token();
  const again = await once();
  // another session may have started while the call was queued
  if (hasExpired(again) && keeper.token() === fresh) keeper.refused();
  return again;
}

export const callJson: CallJson = async (request) =>
  takeFirstReply(request) ?? call(request.endpoint, json(request), request.idempotencyKey);

/**
 * Sends a call of the contract. Resolves with its reply, rejects with an ApiError. For pages that
 * work without a cache of calls, such as the forms of visitors.
 */
export async function fetchReply<const E extends Endpoint>(
  endpoint: E,
  args: Args<E> & { idempotencyKey?: string },
): Promise<Reply<E>> {
  const outcome = await callJson({ endpoint, ...args });
  if ('error' in outcome) throw outcome.error;
  return outcome.data as Reply<E>; // checked by the server
}
