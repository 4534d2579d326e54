import ky from 'ky';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { publicConfig } from './config.ts';
import { failedWith } from './errors.ts';
import { formTokens } from './formSession.ts';
import type { CallJson, Request, Transport } from './request.ts';
import { createRetryingSend, type Outcome } from './sendWithRetries.ts';
import { renewOnce, type TokenKeeper } from './tokens.ts';
import { userTokens } from './userSessions.ts';

const jsonTimeoutMs = minuteMs;
const send = createRetryingSend();

export function buildUrl({ endpoint, params = {}, query = {} }: Request): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${globalThis.location?.origin ?? 'http://localhost'}/api${path}${search && `?${search}`}`;
}

/** Headers of every call, with the bearer token where the call is not public. */
async function headersFor(
  token: string | undefined,
  idempotencyKey?: string,
): Promise<Record<string, string>> {
  const { applicationKey, apiKey } = await publicConfig();
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

export const json =
  (request: Request): Transport =>
  async (headers) => {
    const {
      endpoint: { method },
      body,
    } = request;
    const response = await ky(buildUrl(request), {
      method,
      headers,
      retry: 0,
      throwHttpErrors: false,
      timeout: jsonTimeoutMs,
      ...(body === undefined ? {} : { json: body }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  };

/**
 * The token of a form first: only the page of that form has one. Then the registered session before
 * the one by PIN.
 */
const keepers: readonly TokenKeeper[] = [
  formTokens,
  userTokens('registered'),
  userTokens('unregistered'),
];

/** A 401 for a wrong password or PIN does not mean that the token has expired. */
const hasExpired = (outcome: Outcome): boolean =>
  'error' in outcome && failedWith(outcome.error, 'unauthorized');

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
  const keeper = keepers.find(({ kind, token }) => endpoint.session.includes(kind) && token());
  const once = () =>
    send(
      async () => transport(await headersFor(keeper?.token(), idempotencyKey)),
      endpoint.isTriedOnce,
    );
  const old = keeper?.token();
  if (!keeper || !old) return once();
  if (keeper.isDue()) await renewOnce(keeper, old, callJson);
  let used = keeper.token();
  let outcome = await once();
  if (hasExpired(outcome) && keeper.token() && keeper.token() !== used) {
    // another tab has renewed it, and that token may have expired too
    used = keeper.token();
    outcome = await once();
  }
  if (!hasExpired(outcome) || !used) return outcome;
  const renewed = await renewOnce(keeper, used, callJson);
  if ('error' in renewed) return renewed;
  const fresh = keeper.token();
  const again = await once();
  // another session may have started while the call was queued
  if (hasExpired(again) && keeper.token() === fresh) keeper.refused();
  return again;
}

export const callJson: CallJson = (request) =>
  call(request.endpoint, json(request), request.idempotencyKey);
