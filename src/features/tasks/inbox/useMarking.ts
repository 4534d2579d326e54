import type { InboxChange } from '#schemas/tasks/inbox.rules.ts';
import type { InboxItem } from '#schemas/tasks/inbox.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useMarkInboxItemMutation } from '#src/api/tasks/inbox.ts';
import { toast } from '#src/ui/toast.ts';

export type Marked = Pick<InboxItem, 'submissionId' | 'state' | 'note' | 'assignee'>;

const readMarks = ({ state, note, assignee }: Marked) => ({
  state,
  note,
  assigneeId: assignee?.userId ?? null,
});

/** `overtaken`: another user has changed the item meanwhile. */
export type Outcome = 'done' | 'overtaken' | 'failed';

/** Returns functions that change items of an account's inbox, and say why they did not. */
export function useMarking(acc: string) {
  const [mark, { isLoading }] = useMarkInboxItemMutation();
  const errorText = useErrorText();

  async function change(item: Marked, wanted: InboxChange): Promise<Outcome> {
    const body = { ...wanted, from: readMarks(item) };
    try {
      await mark({ params: { acc, submissionId: item.submissionId }, body }).unwrap();
      return 'done';
    } catch (error) {
      const isOvertaken = hasReason(error, 'conflict');
      const text = isOvertaken ? ({ id: 'inbox.overtaken' } as const) : errorText(error);
      toast({ level: 'error', text });
      return isOvertaken ? 'overtaken' : 'failed';
    }
  }

  /** Moves an item to the other state, with a toast that takes it back; true on success. */
  async function toggleDone(item: Marked): Promise<boolean> {
    const state = item.state === 'open' ? 'done' : 'open';
    if ((await change(item, { state })) !== 'done') return false;
    toast({
      level: 'success',
      text: { id: state === 'done' ? 'inbox.isDone' : 'inbox.isOpen' },
      action: {
        label: { id: 'action.undo' },
        onClick: () => void change({ ...item, state }, { state: item.state }),
      },
    });
    return true;
  }

  return { change, toggleDone, isMarking: isLoading };
}
export type Marking = ReturnType<typeof useMarking>;
