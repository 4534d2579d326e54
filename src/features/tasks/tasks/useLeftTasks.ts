import { useEffect, useState } from 'react';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { getTaskDraftName } from '#src/device/indexedDb/messageQueue.ts';
import { hasLeft } from './openTask.ts';

/** Returns the tasks with drafts on this device. Reads again when a task opens or closes. */
export function useLeftTasks(
  workflowIds: readonly string[],
  openId: string | undefined,
): ReadonlySet<string> {
  const ownerId = useOwnerId() ?? '';
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const asked = workflowIds.join(' ');
  useEffect(() => {
    let isCurrent = true;
    const ids = asked.split(' ').filter(Boolean);
    void Promise.all(ids.map((id) => hasLeft(getTaskDraftName(ownerId, id)))).then((found) => {
      if (isCurrent) setLeft(new Set(ids.filter((_, index) => found[index])));
    });
    return () => {
      isCurrent = false;
    };
  }, [ownerId, asked, openId]);
  return left;
}
