import type { PortalEvent } from '#schemas/events/events.ts';
import { openTabChannel } from '#src/device/tabChannel.ts';
import { runInLeaderTab } from '#src/device/tabLeader.ts';
import { listenToEvents, type EventNews } from './events.ts';

/** Receives events in order; a reset says that some were lost. */
export type EventSubscriber = {
  /** id of the newest event that the page's data contains; undefined if unknown */
  after?: number | undefined;
  onEvents: (events: readonly PortalEvent[]) => void;
  onReset: () => void;
};

/** A message between tabs; without news it asks for the cursor of the others. */
type TabMessage = { userId: string; news?: EventNews };

/**
 * Subscribes to a user's events until `signal` aborts. Only the leader tab connects and shares the
 * events, because browsers allow six connections per server.
 */
export async function shareEvents(
  userId: string,
  { after, onEvents, onReset }: EventSubscriber,
  signal: AbortSignal,
): Promise<void> {
  const channel = openTabChannel('formakte.events');
  const post = (word: Omit<TabMessage, 'userId'>) =>
    channel.postMessage({ ...word, userId } satisfies TabMessage);
  let lastId = after;
  let isConnected = false;

  function handleNews({ events, isReset, after: start, lastId: newest }: EventNews): void {
    // two tabs were connected for a moment, or there are no locks
    if (!isReset && lastId !== undefined && newest <= lastId) return;
    // a frozen tab receives no messages, nor does a page before its scripts run
    const hasMissed = lastId !== undefined && start !== undefined && start > lastId;
    lastId = newest;
    if (isReset || hasMissed) onReset();
    if (events.length > 0) onEvents(events);
  }

  const handleMessage = ({ data: { userId: whose, news } }: MessageEvent<TabMessage>) => {
    if (whose !== userId) return;
    if (news) handleNews(news);
    else if (isConnected && lastId !== undefined)
      post({ news: { events: [], isReset: false, after: lastId, lastId } });
  };
  const handleVisibility = () => {
    if (document.visibilityState === 'visible' && !isConnected) post({});
  };
  channel.addEventListener('message', handleMessage);
  document.addEventListener('visibilitychange', handleVisibility);
  if (lastId !== undefined) post({});

  const lead = runInLeaderTab(`events:${userId}`, signal, async (turn) => {
    isConnected = true;
    const onNews = (news: EventNews) => {
      if (turn.aborted) return;
      handleNews(news);
      post({ news });
    };
    await listenToEvents({ after: lastId, onNews }, turn).finally(() => {
      isConnected = false;
    });
  });
  await lead.finally(() => {
    document.removeEventListener('visibilitychange', handleVisibility);
    channel.removeEventListener('message', handleMessage);
    channel.close();
  });
}
