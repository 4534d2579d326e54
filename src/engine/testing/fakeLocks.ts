type Held = { reject: (reason: unknown) => void };
const taken = () => new DOMException('Taken by another', 'AbortError');

/** The browser's locks, for tests in Node: one after the other, to be taken over, and given up while waiting. */
export function fakeLocks(): Pick<LockManager, 'request'> {
  const held = new Map<string, Held>();
  const waiting = new Map<string, (() => void)[]>();

  function letGo(name: string, mine: Held): void {
    if (held.get(name) !== mine) return; // taken over meanwhile
    held.delete(name);
    waiting.get(name)?.shift()?.();
  }

  async function request(
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> {
    if (options.ifAvailable && held.has(name)) return work(null);
    if (options.steal) held.get(name)?.reject(taken());
    else if (held.has(name)) {
      await new Promise<void>((resolve, reject) => {
        const queue = waiting.get(name) ?? [];
        waiting.set(name, [...queue, resolve]);
        options.signal?.addEventListener('abort', () => {
          waiting.set(
            name,
            (waiting.get(name) ?? []).filter((each) => each !== resolve),
          );
          reject(taken());
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
      letGo(name, mine);
    }
  }
  return { request: request as LockManager['request'] };
}
