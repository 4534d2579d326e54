/** Prints a line for the operator. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one step of the start and prints how long it took. */
export async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  say(`${step} … ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
