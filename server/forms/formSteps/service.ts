import { getGermanDay } from '#schemas/platform/dates.ts';
import { countMondaysUpTo } from '#schemas/forms/formFigures.rules.ts';
import { listPages, reviewPage, type FormDefinition } from '#schemas/forms/forms.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { figureLimits, workflowLimits } from '#server/forms/limits.ts';
import type { FormStepRow, WorkflowRow } from '#server/db/schema.ts';
import { createBatch } from '#server/db/batch.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countCalls } from '#server/security/attemptCounters.ts';
import * as repository from './repository.ts';

type Visit = Pick<WorkflowRow, 'key' | 'formId' | 'revision'>;
type Step = 'begun' | 'sent' | `page:${string}`;

/** Returns the first Monday that is shown. */
const getFirstMonday = ({ clock }: Deps): string =>
  countMondaysUpTo(clock.now(), figureLimits.weeks)[0] ?? '';

type Visited = { deps: Deps; visit: Visit; steps: readonly Step[] };

/** Adds up rows of one step and day, because one statement may change a row only once. */
function sumRows(rows: readonly FormStepRow[]): FormStepRow[] {
  const byStep = new Map<string, FormStepRow>();
  for (const row of rows) {
    const key = `${row.revision} ${row.day} ${row.step}`;
    byStep.set(key, { ...row, count: (byStep.get(key)?.count ?? 0) + row.count });
  }
  // In one order, so that two transactions do not deadlock.
  return [...byStep].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** Counts the steps of visits of one form; returns per visit whether a step was new. */
async function countVisits(jobs: readonly Visited[]): Promise<boolean[]> {
  const [first] = jobs;
  if (!first) return [];
  const { deps } = first;
  const day = getGermanDay(deps.clock.now());
  const counted = jobs.flatMap(({ visit, steps }, job) =>
    steps.map((step) => ({ job, subject: `formStep:${visit.key}:${step}`, visit, step })),
  );
  const fresh = await inTransaction(deps.db, async (db) => {
    const counts = await countCalls(
      { ...deps, db },
      counted.map(({ subject }) => subject),
      workflowLimits.forgetAfterDays * minutesPerDay,
    );
    const fresh = counted.filter((_, index) => counts[index]?.count === 1);
    const rows = fresh.map(({ visit: { formId, revision }, step }) => ({
      formId,
      revision,
      day,
      step,
      count: 1,
    }));
    if (rows.length > 0) await repository.addToSteps(db, sumRows(rows));
    return fresh;
  });
  return jobs.map((_, index) => fresh.some(({ job }) => job === index));
}

/** Visits of one form share a transaction, because they would wait for its counters. */
const countInBatch = createBatch<Visited, boolean>(
  figureLimits.countedAtOnce,
  async (_, jobs) => (await countVisits(jobs)).map((value) => ({ status: 'fulfilled', value })),
  ({ visit }) => visit.formId,
);

/**
 * Counts each step once per workflow, so that reloads, retries and going back are not counted
 * again. A hash marks a counted step until unsent workflows are deleted
 * (docs/decisions/forms/0075-how-are-steps-of-a-form-counted.md).
 */
const countOnce = (deps: Deps, visit: Visit, steps: readonly Step[]): Promise<boolean> =>
  countInBatch(deps.db, { deps, visit, steps });

/** Returns true for a page of the form, or the review step after its pages. */
export const hasPage = (definition: FormDefinition, page: string): boolean =>
  page === reviewPage
    ? listPages(definition).length > 1
    : listPages(definition).some(({ id }) => id === page);

/** Counts a visit of a page. */
export const countPage = (deps: Deps, visit: Visit, page: string): Promise<boolean> =>
  countOnce(deps, visit, ['begun', `page:${page}`]);

/**
 * Counts a submission and the pages that every visitor sees, because an offline visitor could not
 * report them.
 */
export function countSent(deps: Deps, visit: Visit, definition: FormDefinition): Promise<boolean> {
  const seen = listPages(definition)
    .filter(({ visibleWhen }) => !visibleWhen)
    .map(({ id }) => id);
  return countOnce(deps, visit, [
    'begun',
    ...[...seen, reviewPage]
      .filter((page) => hasPage(definition, page))
      .map((page): Step => `page:${page}`),
    'sent',
  ]);
}

/** Returns the counts per step of a revision in the weeks that are shown. */
export async function getSteps(
  deps: Deps,
  { formId, revision }: { formId: string; revision: number },
): Promise<(step: Step) => number> {
  const counted = new Map(
    (await repository.sumSteps(deps.db, { formId, revision, since: getFirstMonday(deps) })).map(
      ({ step, count }) => [step, count],
    ),
  );
  return (step) => counted.get(step) ?? 0;
}

/** Deletes counts before the weeks that are shown. */
export const deleteOldSteps = (deps: Deps): Promise<void> =>
  repository.deleteStepsBefore(deps.db, getFirstMonday(deps));
