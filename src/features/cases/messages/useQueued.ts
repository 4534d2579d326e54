import { useEffect, useState } from 'react';
import { useOwnerId } from '#src/api/client/useUser.ts';
import {
  onQueueChange,
  getQueuedMessages,
  type QueuedMessage,
} from '#src/device/indexedDb/messageQueue.ts';
import { isSameTimeline, type TimelineRef } from '#src/device/timelineRef.ts';

const nothing: readonly QueuedMessage[] = [];

/** Returns this timeline's queued messages, in order. */
export function useQueued(place: TimelineRef): readonly QueuedMessage[] {
  const userId = useOwnerId();
  const [queue, setQueue] = useState<{ userId: string; messages: readonly QueuedMessage[] }>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isGone = false;
    const look = () =>
      void getQueuedMessages(userId).then((messages) => {
        if (!isGone) setQueue({ userId, messages });
      });
    look();
    const stopListening = onQueueChange(look);
    return () => {
      isGone = true;
      stopListening();
    };
  }, [userId]);
  return queue?.userId === userId
    ? (queue?.messages.filter((message) => isSameTimeline(message.place, place)) ?? nothing)
    : nothing;
}
