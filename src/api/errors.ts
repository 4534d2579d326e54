import type { ErrorReason } from '#schemas/errors.ts';
import type { Problem } from '#schemas/problem.ts';

/** A call that failed (calls.md §7): status 0 means that no answer came. */
export type ApiError = {
  status: number;
  problem: Problem | undefined;
  isAuthenticationError: boolean;
  isConflict: boolean;
};

export const networkError: ApiError = {
  status: 0,
  problem: undefined,
  isAuthenticationError: false,
  isConflict: false,
};

export function apiError(status: number, body: unknown): ApiError {
  const isProblem =
    typeof body === 'object' && body !== null && 'reason' in body && 'reasonMessage' in body;
  return {
    status,
    problem: isProblem ? (body as Problem) : undefined,
    isAuthenticationError: status === 401,
    isConflict: status === 409,
  };
}

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'isConflict' in error;

/** Whether the call failed for this reason of the error catalogue. */
export const failedWith = (error: unknown, reason: ErrorReason): boolean =>
  isApiError(error) && error.problem?.reason === reason;

export const problemOf = (error: unknown): Problem | undefined =>
  isApiError(error) ? error.problem : undefined;

/** The server has refused for good: nothing of the call was done, and the same call would be refused again. */
export const isFinal = (error: unknown): boolean =>
  isApiError(error) && error.status >= 400 && error.status < 500;

/** No answer at all: the device or the server is off the net. */
export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.status === 0;

/** The one place where a failed call becomes a sentence: the server's own, or one of ours by id (calls.md §8, Toasts). */
export function toUserMessage(
  error: unknown,
  format: (id: 'error.offline' | 'error.unexpected') => string,
): string {
  return (
    problemOf(error)?.reasonMessage ??
    format(isNetworkError(error) ? 'error.offline' : 'error.unexpected')
  );
}
