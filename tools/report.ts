/** Figures of a check or bench, and their targets. */
export type Report = {
  name: string;
  figures: Record<string, number>;
  /** figure -> the most and the least it may be */
  targets: Record<string, { atMost?: number; atLeast?: number }>;
  /** Findings to read, one a line. */
  findings?: readonly string[];
};

/** Returns what a run could not measure: figures that are no numbers, and targets without one. */
export function listUnmeasured({
  figures,
  targets,
}: Pick<Report, 'figures' | 'targets'>): string[] {
  const names = new Set([...Object.keys(figures), ...Object.keys(targets)]);
  if (names.size === 0) return ['any figure'];
  return [...names].filter((name) => !Number.isFinite(figures[name]));
}

/**
 * Prints a table and, last, one line of JSON; leaves exit code 1 when a target is missed. Throws
 * without that line when a figure was not measured.
 */
export function report({ name, figures, targets, findings = [] }: Report): void {
  const missed = Object.entries(targets).flatMap(
    ([figure, { atMost = Infinity, atLeast = -Infinity }]) => {
      const value = figures[figure] ?? NaN;
      return value <= atMost && value >= atLeast ? [] : [figure];
    },
  );
  for (const finding of findings) console.log(finding);
  console.table(
    Object.entries(figures).map(([figure, value]) => ({
      figure,
      value,
      ...targets[figure],
      missed: missed.includes(figure),
    })),
  );
  const unmeasured = listUnmeasured({ figures, targets });
  if (unmeasured.length > 0) throw new Error(`${name} did not measure ${unmeasured.join(', ')}`);
  console.log(JSON.stringify({ name, figures, targets, missed }));
  if (missed.length > 0) process.exitCode = 1;
}
