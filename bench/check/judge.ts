import { listUnmeasured, type Report } from '#tools/report.ts';
import type { ShortRun } from './shortest.ts';

/** A run that has ended; `code` is null when it was killed. */
export type Ended = { code: number | null; stdout: string; stderr: string };

type PrintedReport = Required<Omit<Report, 'findings'>> & { missed: string[] };

/** Returns the report in the last line of the output; undefined when that is no report. */
function readReport(stdout: string): PrintedReport | undefined {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{"name":')) return undefined;
  try {
    return JSON.parse(line) as PrintedReport;
  } catch {
    return undefined; // the process ended while it wrote the line
  }
}

/** Returns the last error that the process printed, without its stack. */
const readError = (stderr: string): string | undefined =>
  [...stderr.matchAll(/^\w*Error\b.*$/gm)].at(-1)?.[0];

/**
 * Returns why a benchmark has not measured; undefined when it has. A missed target is no fault,
 * because a short run is too noisy for targets.
 */
export function findFault(
  { name, figures: needed }: Pick<ShortRun, 'name' | 'figures'>,
  { code, stdout, stderr }: Ended,
): string | undefined {
  if (code === null) return 'It was killed, because it did not end';
  const report = readReport(stdout);
  if (report?.name !== name)
    return readError(stderr) ?? `It ended with code ${code} and without its line of JSON`;
  const unmeasured = listUnmeasured({
    figures: report.figures,
    targets: { ...report.targets, ...Object.fromEntries(needed.map((figure) => [figure, {}])) },
  });
  if (unmeasured.length > 0) return `It did not measure ${unmeasured.join(', ')}`;
  const expected = report.missed.length > 0 ? 1 : 0;
  return code === expected ? undefined : (readError(stderr) ?? `It ended with code ${code}`);
}
