import { getGermanDay } from '#schemas/platform/dates.ts';
import type { QuestionSummary } from '#schemas/forms/forms.ts';
import { summarizeQuestions } from '#src/engine/core/evaluation/summarizeQuestions.ts';
import type { Deps } from '#server/deps.ts';
import { registry } from '#widgets/registry.ts';
import * as repository from './repository.ts';

/** Counts the questions of workflows by the workflow's key. */
export async function listQuestionSummaries(
  { db, clock }: Deps,
  keys: readonly string[],
): Promise<Map<string, QuestionSummary>> {
  const rows = keys.length === 0 ? [] : await repository.listDefinitions(db, keys);
  const today = getGermanDay(clock.now());
  return new Map(
    rows.map(({ key, revision, definition }) => [
      key,
      summarizeQuestions(definition, registry, { today, revision }),
    ]),
  );
}
