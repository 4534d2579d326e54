import * as idb from 'idb-keyval';

const open = idb.createStore('keyval-store', 'keyval'); // idb-keyval's own names

const writing = new Set<IDBTransaction>();
let isSuspended = false;

const store: idb.UseStore = (mode, run) =>
  open(mode, (values) => {
    const { transaction } = values;
    if (isSuspended) {
      transaction.abort();
      throw new DOMException('The page is in the back/forward cache', 'AbortError');
    }
    if (mode === 'readwrite') {
      writing.add(transaction);
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => writing.delete(transaction));
    }
    return run(values);
  });

/**
 * Ends all writes when the page enters the back/forward cache. WebKit would suspend them there, and
 * they would block IndexedDB for every later page. Callers handle them as failed.
 */
function suspend(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  isSuspended = true;
  for (const transaction of writing) transaction.abort();
}
function resume(): void {
  isSuspended = false;
}
if (typeof window !== 'undefined') {
  addEventListener('pagehide', suspend);
  addEventListener('pageshow', resume);
}

// idb-keyval with this store
export const get = <T>(key: string): Promise<T | undefined> => idb.get<T>(key, store);
export const keys = (): Promise<string[]> => idb.keys<string>(store);
export const entries = <T>(): Promise<[string, T][]> => idb.entries<string, T>(store);
export const set = (key: string, value: unknown): Promise<void> => idb.set(key, value, store);
export const update = <T>(key: string, next: (value: T | undefined) => T): Promise<void> =>
  idb.update<T>(key, next, store);
export const del = (key: string): Promise<void> => idb.del(key, store);
export const delMany = (names: string[]): Promise<void> => idb.delMany(names, store);
