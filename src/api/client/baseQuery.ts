import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Args, Endpoint } from '#schemas/platform/endpoint.ts';
import { callJson } from './call.ts';
import type { ApiError } from './errors.ts';
import type { Request } from './request.ts';

/** Builds a request of the contract; a missing argument is a type error. */
export const request =
  <const E extends Endpoint>(endpoint: E) =>
  (args: Args<E> & { idempotencyKey?: string }): Request => ({ endpoint, ...args });

export const baseQuery: BaseQueryFn<Request, unknown, ApiError> = (call) => callJson(call);
