import { germanDay } from '#schemas/dates.rules.ts';
import { mondaysUpTo } from '#schemas/formFigures.rules.ts';
import { pagesOf, reviewPage, type FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { countWithin, dayMinutes } from '#server/http/counts.ts';
import * as repository from './repository.ts';

type Visit = Pick<WorkflowRow, 'key' | 'formId' | 'revision'>;
type Step = 'begun' | 'sent' | `page:${string}`;

/** The first Monday that is still shown. */
const shownSince = ({ clock }: Deps): string =>
  mondaysUpTo(clock.now(), limits.formFigures.weeks)[0] ?? '';

/**
 * Counts each of these steps, unless this workflow was counted there before: a reload, a repeat and a way back count no
 * more. That it was is known by a hash, and forgotten together with workflows that nobody sends (docs/decisions/0075).
 */
async function countOnce(
  deps: Deps,
  { key, formId, revision }: Visit,
  steps: readonly Step[],
): Promise<boolean> {
  const day = germanDay(deps.clock.now());
  return deps.db.transaction().execute(async (db) => {
    const fresh: Step[] = [];
    for (const step of steps) {
      const { count } = await countWithin(
        { ...deps, db },
        `formStep:${key}:${step}`,
        limits.workflow.forgetAfterDays * dayMinutes,
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

/** Whether the form has such a page, or such a step after its pages. */
export const hasPage = (definition: FormDefinition, page: string): boolean =>
  page === reviewPage
    ? pagesOf(definition).length > 1
    : pagesOf(definition).some(({ id }) => id === page);

/** A visitor who fills in the form has come to a page. */
export const countPage = (deps: Deps, visit: Visit, page: string): Promise<boolean> =>
  countOnce(deps, visit, ['begun', `page:${page}`]);

/** A visitor has sent the form, and so has been on all that everybody is shown: whoever was off the net meanwhile could not say so. */
export function countSent(deps: Deps, visit: Visit, definition: FormDefinition): Promise<boolean> {
  const seen = pagesOf(definition)
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

/** How often each step of a revision was counted in the weeks that are shown. */
export async function stepsOf(
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

/** Forgets what was counted before the weeks that are shown. */
export const forgetSteps = (deps: Deps): Promise<void> =>
  repository.deleteStepsBefore(deps.db, shownSince(deps));
