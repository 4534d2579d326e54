import type { Endpoint } from '#schemas/endpoint.ts';
import type { Answer, Outcome } from './send.ts';

export type Request = {
  endpoint: Endpoint;
  params?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
};

/** One try of a call with these headers. Rejects when no answer came. */
export type Transport = (headers: Record<string, string>) => Promise<Answer>;

/** A call with JSON both ways. */
export type CallJson = (request: Request) => Promise<Outcome>;
