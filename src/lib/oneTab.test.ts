// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#schemas/limits.ts';
import { fakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { inOneTab } from './oneTab.ts';

let pages: AbortController[];
let tests = 0;
let name: string;
beforeEach(() => {
  pages = [];
  name = `work-${++tests}`;
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
});
afterEach(() => {
  pages.forEach((page) => page.abort());
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
});

/** Works until it is told to stop, and notes both. */
function openTab(log: string[], tab: string): AbortController {
  const page = new AbortController();
  pages.push(page);
  void inOneTab(
    name,
    page.signal,
    (signal) =>
      new Promise((resolve) => {
        log.push(`${tab} works`);
        signal.addEventListener('abort', () => {
          log.push(`${tab} stops`);
          resolve();
        });
      }),
  );
  return page;
}

describe('work in one tab', () => {
  it('goes on in the next one when the first is closed', async () => {
    const log: string[] = [];
    const first = openTab(log, 'first');
    openTab(log, 'second');
    await expect.poll(() => log).toEqual(['first works']);
    first.abort();
    await expect.poll(() => log).toEqual(['first works', 'first stops', 'second works']);
  });

  it('stays where it is while that tab answers, and is taken over from one that has gone to sleep', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const say = BroadcastChannel.prototype.postMessage;
    const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    const isAnswer = (call: unknown[]) => call[0] === 'iAm';
    await vi.waitFor(() => expect(post.mock.calls.some(isAnswer)).toBe(true));
    expect(log).toEqual(['first works']);
    const sleeping = post.mock.contexts[post.mock.calls.findIndex(isAnswer)];
    post.mockImplementation(function (this: BroadcastChannel, word: unknown) {
      if (this !== sleeping) say.call(this, word);
    });
    await vi.advanceTimersByTimeAsync(limits.client.otherTabAskMs + limits.client.otherTabAnswerMs);
    expect(log.toSorted()).toEqual(['first stops', 'first works', 'second works']);
    post.mockRestore();
  });

  it('is not asked for while nobody looks at the other tab', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await vi.advanceTimersByTimeAsync(3 * limits.client.otherTabAskMs);
    expect(log).toEqual(['first works']);
    vi.restoreAllMocks();
  });

  it('ends with its own end, and its error is nobody’s to hide', async () => {
    const done = vi.fn<() => Promise<void>>().mockResolvedValue();
    await inOneTab(name, new AbortController().signal, done);
    expect(done).toHaveBeenCalledOnce();
    await expect(
      inOneTab(name, new AbortController().signal, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
  });

  it('is done by every tab where the browser has no locks', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    expect(log).toEqual(['first works', 'second works']);
  });
});
