import { germanDay } from '#schemas/platform/dates.ts';
import { mondaysUpTo } from '#schemas/forms/formFigures.rules.ts';
import { listPages, reviewPage, type FormDefinition } from '#schemas/forms/forms.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { figureLimits, workflowLimits } from '#server/forms/limits.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import * as repository from './repository.ts';

type Visit = Pick<WorkflowRow, 'key' | 'formId' | 'revision'>;
type Step = 'begun' | 'sent' | `page:${string}`;

/** Returns the first Monday that is shown. */
const shownSince = ({ clock }: Deps): string =>
  mondaysUpTo(clock.now(), figureLimits.weeks)[0] ?? '';

/**
 * Counts each step once per workflow, so that reloads, retries and going back are not counted
 * again. A hash marks a counted step until unsent workflows are deleted
 * (docs/decisions/forms/0075-how-are-steps-of-a-form-counted.md).
 */
async function countOnce(
  deps: Deps,
  { key, formId, revision }: Visit,
  steps: readonly Step[],
): Promise<boolean> {
  const day = germanDay(deps.clock.now());
  return inTransaction(deps.db, async (db) => {
    const fresh: Step[] = [];
    for (const step of steps) {
      const { count } = await countAttempt(
        { ...deps, db },
        `formStep:${key}:${step}`,
        workflowLimits.forgetAfterDays * minutesPerDay,
      );
      if (count === 1) fresh.push(step);
    }
    if (fresh.length > 0)
      await repository.addToSteps(
        db,
        fresh.map((step) => ({ formId, revision, day, step, count: 1 })),
      );
    return fresh.length > 0;
  });
}

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
    (await repository.sumSteps(deps.db, { formId, revision, since: shownSince(deps) })).map(
      ({ step, count }) => [step, count],
    ),
  );
  return (step) => counted.get(step) ?? 0;
}

/** Deletes counts before the weeks that are shown. */
export const deleteOldSteps = (deps: Deps): Promise<void> =>
  repository.deleteStepsBefore(deps.db, shownSince(deps));
