import { limits } from '#schemas/limits.ts';

type Word = 'areYouThere' | 'iAm';

/** Tells the others that this tab is at work, for as long as it is. */
function answerFor(channel: BroadcastChannel): () => void {
  const handle = ({ data }: MessageEvent<Word>) => {
    if (data === 'areYouThere') channel.postMessage('iAm' satisfies Word);
  };
  channel.addEventListener('message', handle);
  return () => channel.removeEventListener('message', handle);
}

/** Asks whoever is at work for a sign of life while somebody looks at this tab; a phone puts hidden tabs to sleep with their locks. */
function watchOver(channel: BroadcastChannel, onSilence: () => void): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    if (document.visibilityState === 'hidden' || silence !== undefined) return;
    silence = setTimeout(onSilence, limits.client.otherTabAnswerMs);
    channel.postMessage('areYouThere' satisfies Word);
  };
  const handle = ({ data }: MessageEvent<Word>) => {
    if (data !== 'iAm') return;
    clearTimeout(silence);
    silence = undefined;
  };
  const interval = setInterval(ask, limits.client.otherTabAskMs);
  channel.addEventListener('message', handle);
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    clearTimeout(silence);
    clearInterval(interval);
    channel.removeEventListener('message', handle);
    document.removeEventListener('visibilitychange', ask);
  };
}

/**
 * Does work in one tab of the browser at a time; the next tab goes on when that one is closed, done or asleep. The work's
 * own signal says that another tab has taken it over. Browsers keep locks from pages without TLS: there every tab works.
 */
export async function inOneTab(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined; // not there without TLS
  if (!locks) return work(signal);
  const channel = new BroadcastChannel(`formakte.tab:${name}`);
  let isTakingOver = false;
  let isDone = false;
  while (!isDone && !signal.aborted) {
    const turn = new AbortController(); // of waiting, then of working
    const endTurn = () => turn.abort();
    signal.addEventListener('abort', endTurn);
    const stopWatching = watchOver(channel, () => {
      isTakingOver = true;
      turn.abort();
    });
    const options = isTakingOver ? { steal: true } : { signal: turn.signal };
    isTakingOver = false;
    let stopAnswering = () => {};
    await locks
      .request(`formakte.${name}`, options, async () => {
        stopWatching();
        stopAnswering = answerFor(channel);
        const ended = new Promise<void>((resolve) =>
          turn.signal.addEventListener('abort', () => resolve()),
        );
        await Promise.race([
          work(turn.signal).finally(() => {
            isDone = !turn.signal.aborted;
          }),
          ended,
        ]); // what hangs must not keep the others from it
      })
      .catch((error: unknown) => {
        const isOver = error instanceof DOMException && error.name === 'AbortError'; // waiting has ended, or another tab has taken the lock
        if (isDone || !isOver) throw error;
        endTurn(); // then the work here ends as well
      });
    stopWatching();
    stopAnswering();
    signal.removeEventListener('abort', endTurn);
  }
  channel.close();
}
