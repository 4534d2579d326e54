import { useEffect, useState } from 'react';
import { useOwnerId } from '#src/api/useUser.ts';
import { onOutboxNews, queuedMessages, type QueuedMessage } from '#src/lib/outbox.ts';
import { isSamePlace, type TimelinePlace } from '#src/lib/timelinePlace.ts';

const nothing: readonly QueuedMessage[] = [];

/** What the user has written here and the server has not answered yet, in its order. */
export function useQueued(place: TimelinePlace): readonly QueuedMessage[] {
  const userId = useOwnerId();
  const [queue, setQueue] = useState<{ userId: string; messages: readonly QueuedMessage[] }>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isGone = false;
    const look = () =>
      void queuedMessages(userId).then((messages) => {
        if (!isGone) setQueue({ userId, messages });
      });
    look();
    const stopListening = onOutboxNews(look);
    return () => {
      isGone = true;
      stopListening();
    };
  }, [userId]);
  return queue?.userId === userId
    ? (queue?.messages.filter((message) => isSamePlace(message.place, place)) ?? nothing)
    : nothing;
}
