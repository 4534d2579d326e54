type Held = { reject: (reason: unknown) => void };
const createAbortError = () => new DOMException('Taken by another', 'AbortError');

/** Fakes the Web Locks API in Node: queueing, stealing, and aborting while waiting. */
export function createFakeLocks(): Pick<LockManager, 'request' | 'query'> {
  const held = new Map<string, Held>();
  const waiting = new Map<string, (() => void)[]>();

  function release(name: string, mine: Held): void {
    if (held.get(name) !== mine) return; // stolen meanwhile
    held.delete(name);
    waiting.get(name)?.shift()?.();
  }

  async function request(
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> {
    if (options.ifAvailable && held.has(name)) return work(null);
    if (options.steal) held.get(name)?.reject(createAbortError());
    else if (held.has(name)) {
      await new Promise<void>((resolve, reject) => {
        const queue = waiting.get(name) ?? [];
        waiting.set(name, [...queue, resolve]);
        options.signal?.addEventListener('abort', () => {
          waiting.set(
            name,
            (waiting.get(name) ?? []).filter((each) => each !== resolve),
          );
          reject(createAbortError());
        });
      });
    }
    const mine: Held = { reject: () => undefined };
    const lost = new Promise<never>((_, reject) => {
      mine.reject = reject;
    });
    held.set(name, mine);
    try {
      return await Promise.race([work({ name, mode: 'exclusive' }), lost]);
    } finally {
      release(name, mine);
    }
  }
  const query = async (): Promise<LockManagerSnapshot> => ({
    held: [...held.keys()].map((name) => ({ name })),
    pending: [...waiting].flatMap(([name, queue]) => queue.map(() => ({ name }))),
  });
  return { request: request as LockManager['request'], query };
}
