/**
 * Runs `work` under a Web Lock of all tabs. `isHeld` is false if another tab has the lock and
 * `options` do not wait for it. Some browsers have no locks (without TLS) or refuse them together
 * with the storage: then each tab runs its work.
 */
export async function runWithLock<T>(
  name: string,
  options: LockOptions,
  work: (isHeld: boolean) => Promise<T>,
): Promise<T> {
  let hasStarted = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasStarted = true;
      return work(lock !== null);
    });
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    if (hasStarted || isAborted) throw error;
    return work(true);
  }
}
