import type { Endpoint } from '#schemas/platform/endpoint.ts';
import type { Answer, Outcome } from './sendWithRetries.ts';

export type Request = {
  endpoint: Endpoint;
  params?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string | undefined;
  /** the firm for which a member of its staff calls the provider API */
  account?: string | undefined;
  /** ETag of the state that is changed */
  ifMatch?: string | undefined;
};

/** Sends one attempt with these headers; rejects if there is no response. */
export type Transport = (headers: Record<string, string>) => Promise<Answer>;

/** Sends and receives JSON. */
export type CallJson = (request: Request) => Promise<Outcome>;
