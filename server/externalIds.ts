import type { Language } from '#schemas/platform/common.ts';
import { createProblem, type ProblemError } from './problem.ts';
import { getTexts } from './texts.ts';

/** Creates the error for an external id that another record of its kind has. */
export const createTakenProblem = (language: Language): ProblemError =>
  createProblem('conflict', {
    '/externalId': getTexts(language)('input.error.externalIdTaken', {}),
  });

/** Creates the error for a record that was withdrawn, and keeps its external id. */
export const createWithdrawnProblem = (language: Language, field = '/externalId'): ProblemError =>
  createProblem('conflict', { [field]: getTexts(language)('input.error.withdrawn', {}) });

/** Outcome of storing a record that its external id identifies. */
export type Upserted = { outcome: 'created' | 'updated' | 'unchanged'; id: string };
