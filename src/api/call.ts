import ky from 'ky';
import type { Endpoint } from '#schemas/endpoint.ts';
import { spokenLanguage } from '#src/lib/language.ts';
import { publicConfig } from './config.ts';
import { failedWith } from './errors.ts';
import { formTokens } from './formSession.ts';
import type { CallJson, Request, Transport } from './request.ts';
import { createSend, type Outcome } from './send.ts';
import { renewOnce, type TokenKeeper } from './tokens.ts';
import { userTokens } from './userSessions.ts';

const jsonTimeoutMs = 60_000;
const send = createSend();

/** The address of a call, its parameters and query filled in. */
export function addressOf({ endpoint, params = {}, query = {} }: Request): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${globalThis.location?.origin ?? 'http://localhost'}/api${path}${search && `?${search}`}`;
}

/** Headers of every call (calls.md §7); the bearer token where the call is not public. */
async function headersFor(
  token: string | undefined,
  idempotencyKey?: string,
): Promise<Record<string, string>> {
  const { applicationKey, apiKey } = await publicConfig();
  return {
    'Accept-Language': spokenLanguage(),
    'X-Application-Key': applicationKey,
    'X-Api-Key': apiKey,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

/** What an answer's text says. */
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
    const response = await ky(addressOf(request), {
      method,
      headers,
      retry: 0,
      throwHttpErrors: false,
      timeout: jsonTimeoutMs,
      ...(body === undefined ? {} : { json: body }),
    });
    return { status: response.status, body: parsed(await response.text()) };
  };

/** A form's own token first: only the page that shows the form has one. Of a user's two logins the registered one (calls.md §6). */
const keepers: readonly TokenKeeper[] = [
  formTokens,
  userTokens('registered'),
  userTokens('unregistered'),
];

/** Not every 401 is about the token: a wrong password or PIN ends nothing (decisions.md, Traps). */
const hasExpired = (outcome: Outcome): boolean =>
  'error' in outcome && failedWith(outcome.error, 'unauthorized');

/**
 * The way of every call. An access token ends after 15 minutes: it is renewed once for all calls that wait for it, before
 * its time or when it is refused. When that fails, its error says more than the ended token: off the net, or sent already.
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
    // another tab has renewed it meanwhile, and that may be long ago too
    used = keeper.token();
    outcome = await once();
  }
  if (!hasExpired(outcome) || !used) return outcome;
  const renewed = await renewOnce(keeper, used, callJson);
  if ('error' in renewed) return renewed;
  const fresh = keeper.token();
  const again = await once();
  if (hasExpired(again) && keeper.token() === fresh) keeper.refused(); // another one may have taken its place while the call waited its turn
  return again;
}

export const callJson: CallJson = (request) =>
  call(request.endpoint, json(request), request.idempotencyKey);
