import ky from 'ky';
import type { Endpoint } from '#schemas/endpoint.ts';
import { accessProcess, isLoginRequired, type FormAccess } from '#schemas/assistants.ts';
import { defaultLanguage } from '#schemas/common.ts';
import { readStored } from '#src/lib/storage.ts';
import { publicConfig } from './config.ts';
import { apiError, type ApiError } from './errors.ts';
import { formSession } from './formSession.ts';
import { createSend, type Answer, type Outcome } from './send.ts';

export type Request = { endpoint: Endpoint; params?: object; query?: object; body?: unknown; idempotencyKey?: string };
/** One try of a call with these headers. Rejects when no answer came. */
export type Transport = (headers: Record<string, string>) => Promise<Answer>;

const jsonTimeoutMs = 60_000;
const send = createSend();

/** The address of a call, its parameters and query filled in. */
export function addressOf({ endpoint, params = {}, query = {} }: Request): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${globalThis.location?.origin ?? 'http://localhost'}/api${path}${search && `?${search}`}`;
}

/** Headers of every call (calls.md §7); the bearer token where the call is not public. */
async function headersFor(endpoint: Endpoint, idempotencyKey?: string): Promise<Record<string, string>> {
  const { applicationKey, apiKey } = await publicConfig();
  const token = endpoint.session.includes('form') ? formSession.current()?.accessToken : undefined;
  return {
    'Accept-Language': readStored('language') ?? defaultLanguage,
    'X-Application-Key': applicationKey,
    'X-Api-Key': apiKey,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const json = (request: Request): Transport => async (headers) => {
  const { endpoint: { method }, body } = request;
  const response = await ky(addressOf(request), { method, headers, retry: 0, throwHttpErrors: false, timeout: jsonTimeoutMs, ...(body === undefined ? {} : { json: body }) });
  return { status: response.status, body: parsed(await response.text()) };
};

let renewing: Promise<Outcome> | undefined;

async function renew(workflowKey: string): Promise<Outcome> {
  const outcome = await callJson({ endpoint: accessProcess, body: { workflowKey } });
  if ('error' in outcome) return outcome;
  const access = outcome.data as FormAccess;
  const login = formSession.login();
  if (isLoginRequired(access) && !login) return { error: apiError(401, undefined) };
  try {
    formSession.set(isLoginRequired(access) ? await login?.(access, workflowKey) : access);
    return outcome;
  } catch (error) {
    return { error: error as ApiError }; // what Login rejects with
  }
}

/**
 * The way of every call. A form token ends after 15 minutes, filling in takes longer: it is renewed once for all calls
 * that wait for it. When that fails, its error says more than the ended token: off the net, or sent already.
 */
export async function call(endpoint: Endpoint, transport: Transport, idempotencyKey?: string): Promise<Outcome> {
  const once = () => send(async () => transport(await headersFor(endpoint, idempotencyKey)));
  const before = formSession.current();
  const outcome = await once();
  const hasExpired = 'error' in outcome && outcome.error.isAuthenticationError && endpoint.session.includes('form');
  if (!hasExpired || !before) return outcome;
  if (formSession.current() !== before) return once();
  renewing ??= renew(before.workflowKey).finally(() => { renewing = undefined; });
  const renewed = await renewing;
  return 'error' in renewed ? renewed : once();
}

export const callJson = (request: Request): Promise<Outcome> => call(request.endpoint, json(request), request.idempotencyKey);
