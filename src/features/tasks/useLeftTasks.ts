import { useEffect, useState } from 'react';
import { useOwnerId } from '#src/api/useUser.ts';
import { taskDraft } from '#src/lib/outbox.ts';
import { hasLeft } from './openTask.ts';

/** Which of these tasks have answers of an earlier visit on this device; asked for again whenever another task is opened or closed. */
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
    void Promise.all(ids.map((id) => hasLeft(taskDraft(ownerId, id)))).then((found) => {
      if (isCurrent) setLeft(new Set(ids.filter((_, index) => found[index])));
    });
    return () => {
      isCurrent = false;
    };
  }, [ownerId, asked, openId]);
  return left;
}
