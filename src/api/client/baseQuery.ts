import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Args, Endpoint } from '#schemas/platform/endpoint.ts';
import { callJson } from './call.ts';
import type { ApiError } from './errors.ts';
import type { Request } from './request.ts';
import type { ResponseMeta } from './sendWithRetries.ts';

/** Builds a request of the contract; a missing argument is a type error. */
export const request =
  <const E extends Endpoint>(endpoint: E) =>
  (args: Args<E> & { idempotencyKey?: string }): Request => ({ endpoint, ...args });

export type StaffArgs<E extends Endpoint> = Args<E> & {
  acc: string;
  idempotencyKey?: string;
  ifMatch?: string;
};

/** Builds a request of the provider API that a member of the firm's staff makes. */
export const staffRequest =
  <const E extends Endpoint>(endpoint: E) =>
  ({ acc: account, ...args }: StaffArgs<E>): Request => ({ endpoint, account, ...args });

export const baseQuery: BaseQueryFn<Request, unknown, ApiError, object, ResponseMeta> = (call) =>
  callJson(call);
