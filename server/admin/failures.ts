import { errorCatalogue } from '#schemas/platform/errors.ts';
import { describeCause } from '#server/http/logging.ts';
import { OperatorError } from '#server/operatorError.ts';
import { ProblemError } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { UsageError } from './command.ts';

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError || error instanceof OperatorError;

/** Returns the sentence for an expected failure; undefined for any other error. */
export function explainFailure(error: unknown): string | undefined {
  if (isUsage(error)) return error.message;
  if (!(error instanceof ProblemError)) return undefined;
  const text = getTexts('en')(errorCatalogue[error.reason].message, error.values);
  return [text, ...Object.values(error.fields ?? {})].join('\n');
}

/** Returns a sentence for any error. */
export const describeFailure = (error: unknown): string =>
  explainFailure(error) ??
  (error instanceof Error && error.message !== '' ? error.message : describeCause(error));
