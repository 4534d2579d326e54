import type { ErrorReason } from '#schemas/platform/errors.ts';
import type { Problem } from '#schemas/platform/problem.ts';

/** A failed call; status 0 means no response. */
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

export function toApiError(status: number, body: unknown): ApiError {
  const isProblem =
    typeof body === 'object' && body !== null && 'reason' in body && 'reasonMessage' in body;
  return {
    status,
    problem: isProblem ? (body as Problem) : undefined,
    isAuthenticationError: status === 401,
    isConflict: status === 409,
  };
}

export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'isConflict' in error;

/** Returns true if the call failed for this reason of the error catalogue. */
export const hasReason = (error: unknown, reason: ErrorReason): boolean =>
  isApiError(error) && error.problem?.reason === reason;

/** Returns true if the shown item does not exist, or may no longer be read. */
export const isGone = (error: unknown): boolean =>
  hasReason(error, 'notFound') || hasReason(error, 'notAllowed');

/** Finds the sentence about texts to accept that were not shown. */
const findMissingStatements = (error: unknown): string | undefined =>
  Object.entries(getProblem(error)?.fields ?? {}).find(([pointer]) =>
    pointer.startsWith('/statementHashes'),
  )?.[1];

/** Returns true if there are texts to accept that are new, or other ones than those shown. */
export const hasOtherStatements = (error: unknown): boolean =>
  hasReason(error, 'statementsChanged') || findMissingStatements(error) !== undefined;

export const getProblem = (error: unknown): Problem | undefined =>
  isApiError(error) ? error.problem : undefined;

/** Returns true for a 4xx response: nothing was changed, and a retry would fail again. */
export const isFinal = (error: unknown): boolean =>
  isApiError(error) && error.status >= 400 && error.status < 500;

/** Returns true without a response: the device or the server is offline. */
export const isNetworkError = (error: unknown): boolean => isApiError(error) && error.status === 0;

/**
 * Formats a failed call: the sentence of the server, else one of ours by id
 * (docs/behaviour/portal.md#errors).
 */
export function toUserMessage(
  error: unknown,
  format: (id: 'error.offline' | 'error.unexpected') => string,
): string {
  return (
    findMissingStatements(error) ??
    getProblem(error)?.reasonMessage ??
    format(isNetworkError(error) ? 'error.offline' : 'error.unexpected')
  );
}
