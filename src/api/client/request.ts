import type { Endpoint } from '#schemas/platform/endpoint.ts';
import type { Answer, Outcome } from './sendWithRetries.ts';

export type Request = {
  endpoint: Endpoint;
  params?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
};

/** Sends one attempt with these headers; rejects if there is no response. */
export type Transport = (headers: Record<string, string>) => Promise<Answer>;

/** Sends and receives JSON. */
export type CallJson = (request: Request) => Promise<Outcome>;
