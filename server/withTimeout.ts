/** Resolves like `work`, or with `fallback` after `ms`. The late work is not aborted. */
export async function withTimeout<Result, Fallback>(
  work: Promise<Result>,
  ms: number,
  fallback: Fallback,
): Promise<Result | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
