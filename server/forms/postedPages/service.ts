import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { ownFormLimits } from '#server/forms/limits.ts';
import { findOutage } from '#server/http/outages.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { readParts, type PostedParts } from './readParts.ts';

export { getFirstValue, readLanguage, readParts, type PostedParts } from './readParts.ts';
export { readOwnForm, toPostedErrors, type OwnForm, type OwnFormName } from './ownForms.ts';

const limits = {
  files: 0,
  fields: ownFormLimits.maxFields,
  parts: ownFormLimits.maxFields,
  fieldSize: ownFormLimits.maxFieldBytes,
};

/** Reads the fields of a posted form of the portal, which takes no files. */
export const readFields = (request: FastifyRequest): Promise<PostedParts> =>
  readParts(request, limits, () => {
    throw createProblem('invalidInput');
  });

/** Returns the sentence of an expected failure. */
export const describeProblem = ({ reason, values }: ProblemError, language: Language): string =>
  getTexts(language)(errorCatalogue[reason].message, values);

/** An unexpected error must not lose what was typed, so the page shows it. Logs it. */
export function toProblem(error: unknown, { log }: Pick<FastifyRequest, 'log'>): ProblemError {
  if (error instanceof ProblemError) return error;
  log.error({ err: error }, 'a posted form could not be stored');
  return createProblem(findOutage(error) ?? 'unexpected');
}
