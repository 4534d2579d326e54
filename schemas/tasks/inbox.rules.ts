import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import { mayAssign } from './board.rules.ts';
import type { InboxItem } from './inbox.ts';

/** Change of an item; a null assignee takes it from its assignee. */
export type InboxChange = Partial<Pick<InboxItem, 'state' | 'note'>> & {
  assigneeId?: string | null;
};

/**
 * Returns true when a role may change an item (docs/behaviour/tasks.md#inbox): admins and
 * consultants any; users and internals take what is free, and change or give back their own.
 */
export function mayChange(
  role: StaffRole,
  { userId, assigneeId }: { userId: string; assigneeId: string | null },
  change: InboxChange,
): boolean {
  if (mayAssign(role)) return true;
  if (!mayReadInbox(role)) return false;
  const isOwn = assigneeId === userId;
  const { assigneeId: next } = change;
  if (next === undefined) return isOwn;
  return next === userId ? isOwn || assigneeId === null : isOwn && next === null;
}
