// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { runInLeaderTab } from './tabLeader.ts';

let pages: AbortController[];
let tests = 0;
let name: string;
beforeEach(() => {
  pages = [];
  name = `work-${++tests}`;
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});
afterEach(() => {
  pages.forEach((page) => page.abort());
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
});

/** Runs until it is aborted and logs both. */
function openTab(log: string[], tab: string): AbortController {
  const page = new AbortController();
  pages.push(page);
  void runInLeaderTab(
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

describe('the leader tab', () => {
  it('The next tab leads when the leader is closed', async () => {
    const log: string[] = [];
    const first = openTab(log, 'first');
    openTab(log, 'second');
    await expect.poll(() => log).toEqual(['first works']);
    first.abort();
    await expect.poll(() => log).toEqual(['first works', 'first stops', 'second works']);
  });

  it('A leader that answers stays; a frozen one is replaced', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const say = BroadcastChannel.prototype.postMessage;
    const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    const isAnswer = (call: unknown[]) => call[0] === 'pong';
    await expect.poll(() => post.mock.calls.some(isAnswer)).toBe(true);
    expect(log).toEqual(['first works']);
    const sleeping = post.mock.contexts[post.mock.calls.findIndex(isAnswer)];
    post.mockImplementation(function (this: BroadcastChannel, word: unknown) {
      if (this !== sleeping) say.call(this, word);
    });
    await vi.advanceTimersByTimeAsync(clientLimits.otherTabAskMs + clientLimits.otherTabAnswerMs);
    expect(log.toSorted()).toEqual(['first stops', 'first works', 'second works']);
    post.mockRestore();
  });

  it('A hidden tab does not ping the leader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    await vi.advanceTimersByTimeAsync(3 * clientLimits.otherTabAskMs);
    expect(log).toEqual(['first works']);
    vi.restoreAllMocks();
  });

  it('Leading ends with the work, and its error is thrown', async () => {
    const done = vi.fn<() => Promise<void>>().mockResolvedValue();
    await runInLeaderTab(name, new AbortController().signal, done);
    expect(done).toHaveBeenCalledOnce();
    await expect(
      runInLeaderTab(name, new AbortController().signal, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
  });

  it('Every tab works if the browser has no locks', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    const log: string[] = [];
    openTab(log, 'first');
    openTab(log, 'second');
    expect(log).toEqual(['first works', 'second works']);
  });
});
