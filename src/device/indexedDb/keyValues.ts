import * as idb from 'idb-keyval';

const open = idb.createStore('keyval-store', 'keyval'); // idb-keyval's own names

const writing = new Set<IDBTransaction>();
let isSuspended = false;

/** How long a browser may take to open IndexedDB. WebKit sometimes never does. */
const openMs = 5_000;
/** How long an open database may take for a call. Writes wait for those before them. */
const callMs = { readonly: 20_000, readwrite: 60_000, versionchange: 60_000 };
/** True after the limit was exceeded: later calls fail at once until the database is open. */
let isHanging = false;

function abort({ transaction }: IDBObjectStore, reason: string): never {
  transaction.abort();
  throw new DOMException(reason, 'AbortError');
}

/** Rejects where IndexedDB is missing, refused or hangs, so that no caller waits for ever. */
const store: idb.UseStore = async (mode, run) => {
  const limit = new AbortController();
  let timer = setTimeout(
    () => {
      isHanging = true;
      limit.abort(new DOMException('IndexedDB does not open', 'TimeoutError'));
    },
    isHanging ? 0 : openMs,
  );
  const refused = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason as DOMException));
  });
  try {
    return await Promise.race([refused, open(mode, start)]);
  } finally {
    clearTimeout(timer);
  }

  function start(values: IDBObjectStore): ReturnType<typeof run> {
    clearTimeout(timer);
    isHanging = false;
    if (limit.signal.aborted) abort(values, 'The call was given up');
    if (isSuspended) abort(values, 'The page is in the back/forward cache');
    const { transaction } = values;
    timer = setTimeout(() => {
      limit.abort(new DOMException('IndexedDB does not respond', 'TimeoutError'));
      if (mode === 'readwrite') transaction.abort(); // nothing is written after the rejection
    }, callMs[mode]);
    if (mode === 'readwrite') {
      writing.add(transaction);
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => writing.delete(transaction));
    }
    return run(values);
  }
};

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
