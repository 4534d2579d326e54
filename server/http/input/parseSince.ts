import type { Language } from '#schemas/platform/common.ts';
import { readInstant } from '#schemas/platform/dates.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';

/** Returns the instant of a filter in UTC; throws `invalidInput` for a day that is none. */
export function parseSince(
  given: string,
  language: Language,
  name: 'since' | 'until' = 'since',
): string {
  const instant = readInstant(given);
  if (instant === undefined)
    throw createProblem('invalidInput', {
      [`/${name}`]: getTexts(language)('task.error.noInstant', {}),
    });
  return instant;
}
