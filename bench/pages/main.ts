import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '#tools/browser.mjs';
import { report } from '#tools/report.ts';
import { installPeers } from '../peers.ts';
import { findForm, withProduct, type Demo } from '../product.ts';
import { median } from '../statistics.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'landing,form,login' },
    rounds: { type: 'string', default: '3' },
  },
});

const categories = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'BestPractices',
  seo: 'Seo',
} as const;
type Category = keyof typeof categories;

/** The fields of Lighthouse's result that the bench reads. */
type Audit = {
  id: string;
  title: string;
  score: number | null;
  numericValue?: number;
  displayValue?: string;
  details?: { items?: { url?: string; statusCode?: number }[] };
};
type Result = {
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
  /** set when the page could not be loaded or was answered with an error */
  runtimeError?: { message: string };
};
type Event = { name: string; pid: number; tid: number; ts: number; tdur?: number };
type Run = { lhr: Result; artifacts: { Trace: { traceEvents: Event[] } } };
type Launcher = { launch: (options: object) => Promise<{ port: number; kill: () => void }> };
type Lighthouse = { default: (url: string, flags: object) => Promise<Run | undefined> };

const peers = join(import.meta.dirname, 'peers');
const peer = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(peers, 'node_modules', file)).href)) as T;
const percent = (score: number | null): number => Math.round((score ?? NaN) * 100);
/**
 * Returns Lighthouse's total blocking time after the first paint, in CPU time instead of wall-clock
 * time. Other programs do not affect it.
 */
function blockedByWork({
  artifacts: {
    Trace: { traceEvents },
  },
}: Run): number {
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The trace has no first paint');
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) =>
      name.endsWith('RunTask') && pid === paint.pid && tid === paint.tid && ts > paint.ts,
  );
  return tasks.reduce(
    (sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * phoneIsSlowerBy - longTaskMs),
    0,
  );
}

const [phoneIsSlowerBy, longTaskMs] = [4, 50]; // of Lighthouse's mobile preset

const formTitle = 'Kündigung prüfen lassen';
const addresses = (demo: Demo): Record<string, string> => ({
  landing: '/proudly-presents/aydin-kollegen',
  form: findForm(demo, formTitle),
  login: '/login',
});

/** Lists Lighthouse's opportunities, the largest first. */
const shortcomings = (page: string, { categories: found, audits }: Result): string[] =>
  Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => {
      const { title = id, displayValue } = audits[id] ?? {};
      return `${page}: ${title}${displayValue ? `: ${displayValue}` : ''} (${id})`;
    });

/** Returns why a result does not count: the page could not be loaded, or one of its calls. */
function findProblem({ runtimeError, audits }: Result): string | undefined {
  const requests = audits['network-requests']?.details?.items;
  if (!requests) return 'no list of requests';
  const refused = requests.find(({ statusCode = 0 }) => statusCode === 429 || statusCode >= 500);
  return runtimeError?.message ?? (refused && `${refused.url}: ${refused.statusCode}`);
}

/** Measures each page in a new browser with Lighthouse's mobile preset: a phone on a slow line. */
async function measure(
  url: string,
  demo: Demo,
): Promise<{ figures: Record<string, number>; findings: string[] }> {
  const { default: lighthouse } = await peer<Lighthouse>('lighthouse/core/index.js');
  const { launch } = await peer<Launcher>('chrome-launcher/dist/index.js');
  const figures: Record<string, number> = {};
  const findings: string[] = [];
  const browser = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless', '--no-sandbox'],
  });
  try {
    for (const [page, address] of Object.entries(addresses(demo)).filter(([name]) =>
      options.only.split(',').includes(name),
    )) {
      const results: Result[] = [];
      const work: number[] = [];
      for (let round = 0; round < Number(options.rounds); round += 1) {
        const answer = await lighthouse(url + address, {
          port: browser.port,
          locale: 'en-US',
          logLevel: 'error',
          onlyCategories: Object.keys(categories),
        });
        const problem = answer ? findProblem(answer.lhr) : 'no result';
        if (!answer || problem) throw new Error(`${page} was not measured: ${problem}`);
        results.push(answer.lhr);
        work.push(blockedByWork(answer));
      }
      const of = (read: (result: Result) => number) => Math.round(median(results.map(read)));
      for (const [category, name] of Object.entries(categories) as [Category, string][])
        figures[page + name] = of((result) => percent(result.categories[category].score));
      figures[`${page}FirstPaintMs`] = of(
        ({ audits }) => audits['first-contentful-paint']?.numericValue ?? NaN,
      );
      figures[`${page}LargestPaintMs`] = of(
        ({ audits }) => audits['largest-contentful-paint']?.numericValue ?? NaN,
      );
      figures[`${page}BlockedMs`] = of(
        ({ audits }) => audits['total-blocking-time']?.numericValue ?? NaN,
      );
      figures[`${page}BlockedByWorkMs`] = Math.round(median(work));
      figures['machineIndex'] = of(({ environment }) => environment.benchmarkIndex);
      findings.push(...new Set(results.flatMap((result) => shortcomings(page, result))));
    }
  } finally {
    browser.kill();
  }
  return { figures, findings };
}

installPeers(peers);
const { figures, findings } = await withProduct(measure);
const scores = Object.keys(figures).filter((figure) =>
  Object.values(categories).some((name) => figure.endsWith(name)),
);
report({
  name: 'bench:pages',
  figures,
  findings,
  targets: Object.fromEntries(scores.map((figure) => [figure, { atLeast: 95 }])),
});
