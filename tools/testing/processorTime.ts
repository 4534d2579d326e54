/**
 * Measures the processor time of this process in milliseconds until `work` ends. Unlike wall-clock
 * time it does not depend on the load of the machine.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
