import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Args, Endpoint } from '#schemas/endpoint.ts';
import { accessProcess, type FormSession } from '#schemas/assistants.ts';
import { defaultLanguage } from '#schemas/common.ts';
import { readStored } from '#src/lib/storage.ts';
import { publicConfig } from './config.ts';
import { networkError, type ApiError } from './errors.ts';
import { formSession } from './formSession.ts';
import { createSend, type Outcome } from './send.ts';

export type Request = { endpoint: Endpoint; params?: object; query?: object; body?: unknown; idempotencyKey?: string };

/** A call of the contract with its arguments. Leaving one out does not compile. */
export const request = <const E extends Endpoint>(endpoint: E) => (args: Args<E> & { idempotencyKey?: string }): Request => ({ endpoint, ...args });

const send = createSend(`${globalThis.location?.origin ?? 'http://localhost'}/api`);

/** The address of a call, its parameters and query filled in. */
export function addressOf({ endpoint, params = {}, query = {} }: Request): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search ? `${path}?${search}` : path;
}

/** Headers of every call (calls.md §7); the bearer token where the call is not public. */
export async function headersFor(endpoint: Endpoint, idempotencyKey?: string): Promise<Record<string, string>> {
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

async function once(call: Request): Promise<Outcome> {
  const headers = await headersFor(call.endpoint, call.idempotencyKey).catch(() => undefined);
  if (!headers) return { error: networkError };
  return send({ method: call.endpoint.method, path: addressOf(call), body: call.body, headers });
}

let renewing: Promise<boolean> | undefined;

async function renew(workflowKey: string): Promise<boolean> {
  const outcome = await once({ endpoint: accessProcess, body: { workflowKey } });
  if ('data' in outcome) formSession.set(outcome.data as FormSession);
  return 'data' in outcome;
}

/** A form token ends after 15 minutes, filling in takes longer: it is renewed once for all calls that wait for it. */
export async function renewFormSession(): Promise<boolean> {
  const current = formSession.current();
  if (!current) return false;
  renewing ??= renew(current.workflowKey).finally(() => { renewing = undefined; });
  return renewing;
}

/** How RTK Query reaches the server. */
export const baseQuery: BaseQueryFn<Request, unknown, ApiError> = async (call) => {
  const outcome = await once(call);
  const hasExpired = 'error' in outcome && outcome.error.isAuthenticationError && call.endpoint.session.includes('form');
  return hasExpired && (await renewFormSession()) ? once(call) : outcome;
};
