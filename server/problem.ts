import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import type { LocalizedText } from '#schemas/platform/common.ts';
import type { ErrorReason } from '#schemas/platform/errors.ts';
import type { FormFinding } from '#schemas/platform/findings.ts';
import type { Problem } from '#schemas/platform/problem.ts';

/** Fields of a problem besides its sentences. */
type ProblemDetails = Pick<
  Problem,
  | 'nextPossibleRetry'
  | 'findings'
  | 'rules'
  | 'text'
  | 'submittedAt'
  | 'isOwnSubmission'
  | 'submissionId'
  | 'reference'
>;

/** An expected failure: it is in the catalogue of errors and is sent to the caller. */
export class ProblemError extends Error {
  constructor(
    readonly reason: ErrorReason,
    /** JSON pointer into the input -> sentence in the caller's language */
    readonly fields?: Record<string, string>,
    readonly values: Record<string, string | number> = {},
    readonly details: ProblemDetails = {},
  ) {
    super(reason);
  }
}

/** Creates an error: `throw problem('notFound')`. */
export const createProblem = (
  reason: ErrorReason,
  fields?: Record<string, string>,
  values?: Record<string, string | number>,
) => new ProblemError(reason, fields, values);

/** Creates an error with the instant from which a retry can succeed. */
export const createProblemUntil = (reason: ErrorReason, nextPossibleRetry: string) =>
  new ProblemError(reason, undefined, {}, { nextPossibleRetry });

/**
 * Creates the error for a refused form definition with all findings of the lint; `fields` contains
 * one per place.
 */
export function createDefinitionProblem(findings: FormFinding[]) {
  // the first finding per place wins
  const errors = findings.filter(({ severity }) => severity === 'error').reverse();
  return new ProblemError(
    'invalidDefinition',
    Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message])),
    {},
    { findings },
  );
}

/** Creates the error for refused answers: a sentence per place, and the rule if known. */
export const createAnswersProblem = (
  fields: Record<string, string>,
  rules: NonNullable<Problem['rules']> = {},
) => new ProblemError('invalidAnswers', fields, {}, { rules });

/** Creates the error for a closed form, with the words of its provider. */
export const createClosedProblem = (text: LocalizedText | null) =>
  new ProblemError('formClosed', undefined, {}, text === null ? {} : { text });

/**
 * Creates the error for a form that was sent: when, and the receipt if it was sent with the
 * caller's idempotency key.
 */
export const createSubmittedProblem = (
  submittedAt: string,
  own?: Pick<SubmissionResult, 'submissionId' | 'reference'>,
) =>
  new ProblemError(
    'alreadySubmitted',
    undefined,
    {},
    { submittedAt, isOwnSubmission: own !== undefined, ...own },
  );

/** For `.catch`: returns undefined for an expected failure and throws any other error again. */
export function ignoreProblem(error: unknown): undefined {
  if (!(error instanceof ProblemError)) throw error;
}
