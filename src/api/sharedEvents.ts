import type { PortalEvent } from '#schemas/events.ts';
import { inOneTab } from '#src/lib/oneTab.ts';
import { listenToEvents, type EventNews } from './events.ts';

/** What happened, in order; a reset says that something was missed. */
export type EventListener = {
  onEvents: (events: readonly PortalEvent[]) => void;
  onReset: () => void;
};

/** What the tabs of a browser tell each other; without news it asks how far the others are. */
type Word = { userId: string; news?: EventNews };

/**
 * Listens to what happens to a user until `signal`. Of all tabs of a browser one is connected, and tells the others: browsers
 * have six connections to a server and no more.
 */
export async function shareEvents(
  userId: string,
  { onEvents, onReset }: EventListener,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel('formakte.events');
  const say = (word: Omit<Word, 'userId'>) =>
    channel.postMessage({ ...word, userId } satisfies Word);
  let lastId: number | undefined;
  let isConnected = false;

  function take({ events, isReset, lastId: newest }: EventNews): void {
    if (!isReset && lastId !== undefined && newest <= lastId) return; // two tabs were connected for a moment, or there are no locks
    const hasMissed = events.length === 0 && lastId !== undefined && newest > lastId; // a sleeping tab hears nothing
    lastId = newest;
    if (isReset || hasMissed) onReset();
    if (events.length > 0) onEvents(events);
  }

  const hear = ({ data: { userId: whose, news } }: MessageEvent<Word>) => {
    if (whose !== userId) return;
    if (news) take(news);
    else if (isConnected && lastId !== undefined)
      say({ news: { events: [], isReset: false, lastId } });
  };
  const wake = () => {
    if (document.visibilityState === 'visible' && !isConnected) say({});
  };
  channel.addEventListener('message', hear);
  document.addEventListener('visibilitychange', wake);

  await inOneTab(`events:${userId}`, signal, async (turn) => {
    isConnected = true;
    const onNews = (news: EventNews) => {
      if (turn.aborted) return;
      take(news);
      say({ news });
    };
    await listenToEvents({ after: lastId, onNews }, turn).finally(() => {
      isConnected = false;
    });
  });
  document.removeEventListener('visibilitychange', wake);
  channel.removeEventListener('message', hear);
  channel.close();
}
