import type { Report } from '#tools/report.ts';
import { median, quantile } from '../statistics.ts';
import type { ContestantId } from './pages.ts';
import type { Visit } from './visit.ts';

export type Result = Visit & { round: number; size: string; id: ContestantId };

const p95 = ({ paintedMs }: Visit): number => quantile(paintedMs, 0.95);

const workPerKey = ({ workPerKeyMs }: Visit): number => workPerKeyMs;
const mount = ({ mountMs }: Visit): number => mountMs;

const geometricMean = (list: readonly number[]): number =>
  Math.exp(list.reduce((sum, value) => sum + Math.log(value), 0) / list.length);
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Forms over which the CPU time per key is averaged. */
const typingSizes = ['20', '200', '1000', '300c30'];
/** Our figure must be below each of these, if it completes every form. */
const peers: readonly ContestantId[] = ['rjsf', 'formily', 'reactHookForm'];

/**
 * Compares our figures with the others within each round, then takes the median over the rounds,
 * because the machine's speed varies. Skips figures of forms and contestants that did not run.
 */
export function buildReport(
  results: readonly Result[],
  { sizes, ids }: { sizes: readonly string[]; ids: readonly ContestantId[] },
): Report {
  const figures: Report['figures'] = {};
  const targets: Report['targets'] = {};
  const rounds = [...new Set(results.map(({ round }) => round))];
  const getVisit = (round: number, size: string, id: ContestantId) =>
    results.find((result) => result.round === round && result.size === size && result.id === id);

  function compare(
    name: string,
    size: string,
    other: ContestantId,
    atMost: number,
    measure: (ours: Visit, other: Visit) => number,
  ) {
    if (!sizes.includes(size) || !ids.includes('ours') || !ids.includes(other)) return;
    figures[name] = rounded(
      median(
        rounds.flatMap((round) => {
          const [left, right] = [getVisit(round, size, 'ours'), getVisit(round, size, other)];
          return left && right ? [measure(left, right)] : [];
        }),
      ),
    );
    targets[name] = { atMost };
  }

  const ratio = (measure: (visit: Visit) => number) => (ours: Visit, other: Visit) =>
    measure(ours) / measure(other);
  compare('workPerKey200ToBare', '200', 'bare', 1.7, ratio(workPerKey));
  compare('workPerKey300c30ToBare', '300c30', 'bare', 1.7, ratio(workPerKey));
  compare('workPerKey1000ToBare', '1000', 'bare', 1.3, ratio(workPerKey));
  compare('fields400P95AboveBareMs', '400', 'bare', 5, (ours, bare) => p95(ours) - p95(bare));
  compare('rows100P95AboveBareMs', 'rows100', 'bare', 5, (ours, bare) => p95(ours) - p95(bare));
  compare('rules120P95AboveBareMs', 'rules120', 'bare', 5, (ours, bare) => p95(ours) - p95(bare));
  compare('mount200ToBare', '200', 'bare', 1.6, ratio(mount));
  compare('mount1000ToRjsf', '1000', 'rjsf', 1, ratio(mount));

  const computeMean = (id: ContestantId) =>
    geometricMean(
      typingSizes.map((size) =>
        median(
          results.filter((result) => result.size === size && result.id === id).map(workPerKey),
        ),
      ),
    );
  if (ids.includes('ours') && typingSizes.every((size) => sizes.includes(size))) {
    for (const id of peers.filter((other) => ids.includes(other))) {
      const mean = computeMean(id);
      if (Number.isNaN(mean)) continue; // it did not complete all forms
      figures[`workPerKeyMeanTo_${id}`] = rounded(computeMean('ours') / mean);
      targets[`workPerKeyMeanTo_${id}`] = { atMost: 0.99 };
    }
  }

  return { name: 'bench:forms', figures, targets };
}

/** Groups the results by form and contestant. */
function groupVisits(results: readonly Result[]): Result[][] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = `${result.size} ${result.id}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

/** Builds a row per form and contestant, with medians over the rounds. */
export function buildTable(results: readonly Result[]): Record<string, string | number>[] {
  return groupVisits(results).map((visits) => ({
    form: visits[0]?.size ?? '',
    contestant: visits[0]?.id ?? '',
    'work per key': rounded(median(visits.map(workPerKey))),
    'key to paint': rounded(median(visits.flatMap(({ paintedMs }) => paintedMs))),
    p95: rounded(median(visits.map(p95))),
    'long tasks': visits.reduce((sum, { longTaskMs }) => sum + longTaskMs.length, 0),
    mount: Math.round(median(visits.map(mount))),
    'work of it': Math.round(median(visits.map(({ mountWorkMs }) => mountWorkMs))),
    validate: Math.round(median(visits.map(({ validateMs }) => validateMs))),
    errors: visits[0]?.errors ?? 0,
  }));
}
