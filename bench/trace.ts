type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

/** Returns the CPU time of each main-thread task in ms, from the browser's trace. */
export function listTaskMs(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && tdur !== undefined && mainThreads.has(`${pid} ${tid}`)
      ? [tdur / 1_000]
      : [],
  );
  if (tasks.length === 0) throw new Error('The trace has no task of the page');
  return tasks;
}
