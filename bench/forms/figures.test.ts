import { expect, it } from 'vitest';
import { buildReport, buildTable, type Result } from './figures.ts';

const buildResult = (own: Partial<Result>): Result => ({
  round: 0,
  size: '200',
  id: 'ours',
  mountMs: 100,
  mountWorkMs: 80,
  workPerKeyMs: 3,
  paintedMs: [10],
  longTaskMs: [],
  validateMs: 5,
  errors: 1,
  ...own,
});

/** One result of each contestant and form that a mean needs. */
const typed = (work: Partial<Record<Result['id'], number>>): Result[] =>
  ['20', '200', '1000', '300c30'].flatMap((size) =>
    (Object.keys(work) as Result['id'][]).map((id) =>
      buildResult({ size, id, workPerKeyMs: work[id] ?? 0 }),
    ),
  );

it('A ratio is the median of the ratios within each round', () => {
  const [ours, bare] = [
    [3, 8, 2],
    [2, 4, 4],
  ];
  const results = [0, 1, 2].flatMap((round) => [
    buildResult({ round, workPerKeyMs: ours[round] ?? 0 }),
    buildResult({ round, id: 'bare', workPerKeyMs: bare[round] ?? 0 }),
  ]);
  const { figures, targets } = buildReport(results, { sizes: ['200'], ids: ['ours', 'bare'] });
  expect(figures['workPerKey200ToBare']).toBe(1.5); // of 1.5, 2 and 0.5
  expect(targets['workPerKey200ToBare']).toEqual({ atMost: 1.7 });
});

it('A slow key counts in the difference of the 95th percentiles', () => {
  const keys = Array.from({ length: 20 }, () => 10);
  const results = [
    buildResult({ size: '400', paintedMs: [...keys.slice(2), 30, 30] }),
    buildResult({ size: '400', id: 'bare', paintedMs: keys }),
  ];
  const { figures } = buildReport(results, { sizes: ['400'], ids: ['ours', 'bare'] });
  expect(figures['fields400P95AboveBareMs']).toBe(20);
});

it('The mean over the forms compares us with each peer that completed all of them', () => {
  const peers = ['ours', 'rjsf', 'formily'] as const;
  const results = typed({ ours: 2, rjsf: 8, formily: 4 }).filter(
    ({ size, id }) => size !== '1000' || id !== 'formily',
  );
  const { figures } = buildReport(results, { sizes: ['20', '200', '1000', '300c30'], ids: peers });
  expect(figures['workPerKeyMeanTo_rjsf']).toBe(0.25);
  expect(figures).not.toHaveProperty('workPerKeyMeanTo_formily');
});

it('A form or contestant that did not run has no figure and no target', () => {
  const { figures, targets } = buildReport([buildResult({})], { sizes: ['200'], ids: ['ours'] });
  expect([figures, targets]).toEqual([{}, {}]);
});

it('The table has one row per form and contestant, with medians over the rounds', () => {
  const results = [1, 9, 2].map((workPerKeyMs, round) => buildResult({ round, workPerKeyMs }));
  const table = buildTable([...results, buildResult({ id: 'bare', longTaskMs: [60, 70] })]);
  expect(table).toMatchObject([
    { form: '200', contestant: 'ours', 'work per key': 2, 'long tasks': 0 },
    { form: '200', contestant: 'bare', 'work per key': 3, 'long tasks': 2 },
  ]);
});
