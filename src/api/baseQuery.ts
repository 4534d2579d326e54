import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Args, Endpoint } from '#schemas/endpoint.ts';
import { callJson } from './call.ts';
import type { ApiError } from './errors.ts';
import type { Request } from './request.ts';

/** A call of the contract with its arguments. Leaving one out does not compile. */
export const request =
  <const E extends Endpoint>(endpoint: E) =>
  (args: Args<E> & { idempotencyKey?: string }): Request => ({ endpoint, ...args });

/** How RTK Query reaches the server. */
export const baseQuery: BaseQueryFn<Request, unknown, ApiError> = (call) => callJson(call);
