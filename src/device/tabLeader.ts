/*
 * Chooses the leader: which browser tab of several open tabs is in charge (leader election). The tab
 * that holds a Web Lock is the leader. The next tab takes over when the leader is closed, done or frozen.
 * Without locks, every tab runs the work.
 */
import { openTabChannel, type TabChannel } from './tabChannel.ts';
import { runWithLock } from './webLock.ts';
import { clientLimits } from '#schemas/platform/limits.ts';

type TabMessage = 'ping' | 'pong';

/** Answers liveness pings from other tabs while this tab is the leader. */
function answerPings(channel: TabChannel): () => void {
  const handle = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'ping') channel.postMessage('pong' satisfies TabMessage);
  };
  channel.addEventListener('message', handle);
  return () => channel.removeEventListener('message', handle);
}

/**
 * Pings the leader while this tab is visible. A phone freezes hidden tabs together with their
 * locks.
 */
function pingLeader(channel: TabChannel, onTimeout: () => void): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    if (document.visibilityState === 'hidden' || silence !== undefined) return;
    silence = setTimeout(onTimeout, clientLimits.otherTabAnswerMs);
    channel.postMessage('ping' satisfies TabMessage);
  };
  const handle = ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'pong') return;
    clearTimeout(silence);
    silence = undefined;
  };
  const interval = setInterval(ask, clientLimits.otherTabAskMs);
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
 * Runs `work` in one tab of the browser at a time. `work` gets an aborted signal when another tab
 * takes over.
 */
export async function runInLeaderTab(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const channel = openTabChannel(`formakte.tab:${name}`);
  let isTakingOver = false;
  let isDone = false;
  while (!isDone && !signal.aborted) {
    const turn = new AbortController(); // first of waiting, then of working
    const endTurn = () => turn.abort();
    signal.addEventListener('abort', endTurn);
    const stopWatching = pingLeader(channel, () => {
      isTakingOver = true;
      turn.abort();
    });
    const options = isTakingOver ? { steal: true } : { signal: turn.signal };
    isTakingOver = false;
    let stopAnswering = () => {};
    await runWithLock(`formakte.${name}`, options, async () => {
      stopWatching();
      stopAnswering = answerPings(channel);
      const ended = new Promise<void>((resolve) =>
        turn.signal.addEventListener('abort', () => resolve()),
      );
      await Promise.race([
        work(turn.signal).finally(() => {
          isDone = !turn.signal.aborted;
        }),
        ended,
      ]); // work that hangs must not block the next leader
    }).catch((error: unknown) => {
      // waiting was aborted, or another tab has stolen the lock
      const isOver = error instanceof DOMException && error.name === 'AbortError';
      if (isDone || !isOver) throw error;
      endTurn(); // aborts the work here too
    });
    stopWatching();
    stopAnswering();
    signal.removeEventListener('abort', endTurn);
  }
  channel.close();
}
