// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, set, update } from './keyValues.ts';

function leavePage(persisted: boolean): void {
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
}

it('A write is aborted when the page enters the back/forward cache, and blocks no later one', async () => {
  await set('draft', 'first');
  const writing = update<string>('draft', () => {
    leavePage(true);
    return 'second';
  });
  await expect(writing).rejects.toBeDefined();
  await expect(set('draft', 'hidden')).rejects.toThrow('back/forward cache');
  dispatchEvent(new Event('pageshow'));
  expect(await get('draft')).toBe('first');
  await set('draft', 'third');
  expect(await get('draft')).toBe('third');
});

it('A write continues when the page is not cached', async () => {
  await update<string>('note', () => {
    leavePage(false);
    return 'kept';
  });
  expect(await get('note')).toBe('kept');
});

it('A call that an open database never answers is given up after twenty seconds', async () => {
  await set('draft', 'kept');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest);
  const given = expect(get('draft')).rejects.toThrow('IndexedDB does not respond');
  await expect.poll(() => answer.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  await given;
  answer.mockRestore();
  vi.useRealTimers();
  expect(await get('draft')).toBe('kept');
});

describe('A browser without IndexedDB', () => {
  /** Loads fresh modules, because a database that is open stays so. */
  async function load() {
    vi.resetModules();
    return {
      keyValues: await import('./keyValues.ts'),
      drafts: await import('./draftStorage.ts'),
      queue: await import('./messageQueue.ts'),
    };
  }
  const tab = { form: 'form:a', round: 0 };
  const changes = { workflowKey: 'w', revision: 1, changes: {} };

  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([
    ['refuses it', { open: refuse }],
    ['does not have it', undefined],
  ])('A form opens without a draft in a browser that %s', async (_, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB);
    vi.stubGlobal('BroadcastChannel', refuse);
    const { keyValues, drafts, queue } = await load();
    for (const call of [
      () => keyValues.get('a'),
      () => keyValues.set('a', 1),
      () => keyValues.update('a', () => 1),
      () => keyValues.keys(),
      () => keyValues.entries(),
      () => keyValues.del('a'),
      () => keyValues.delMany(['a']),
    ])
      await expect(call()).rejects.toBeDefined();
    expect(await drafts.loadStoredForm('form:a')).toEqual({ round: 0 });
    expect(await drafts.saveDraft(tab, changes)).toBe('failed');
    await drafts.endDraft(tab);
    expect(await queue.getQueuedMessages('nora')).toEqual([]);
    await queue.deleteQueueAndDrafts('nora');
  });

  describe('that never opens it', () => {
    let openLate: () => Promise<void>;
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const request = {} as IDBOpenDBRequest;
      const real = globalThis.indexedDB;
      vi.stubGlobal('indexedDB', { open: () => request });
      openLate = async () => {
        const result = await new Promise<IDBDatabase>((resolve) => {
          const opening = real.open(`late ${Math.random()}`);
          opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
          opening.onsuccess = () => resolve(opening.result);
        });
        Object.assign(request, { result });
        request.onsuccess?.(new Event('success'));
      };
    });

    it('A read is given up after five seconds, and each further one at once', async () => {
      const { keyValues } = await load();
      const first = expect(keyValues.get('a')).rejects.toThrow('IndexedDB does not open');
      await vi.advanceTimersByTimeAsync(4_999);
      let hasEnded = false;
      void first.then(() => (hasEnded = true));
      await vi.advanceTimersByTimeAsync(0);
      expect(hasEnded).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await first;
      const second = expect(keyValues.get('a')).rejects.toThrow('IndexedDB does not open');
      await vi.advanceTimersByTimeAsync(0);
      await second;
    });

    it('A write that was given up is not made late, and later calls work', async () => {
      const { keyValues } = await load();
      const given = expect(keyValues.set('a', 'given up')).rejects.toBeDefined();
      await vi.advanceTimersByTimeAsync(5_000);
      await given;
      vi.useRealTimers();
      await openLate();
      expect(await keyValues.get('a')).toBeUndefined();
      await keyValues.set('a', 'kept');
      expect(await keyValues.get('a')).toBe('kept');
    });
  });
});
