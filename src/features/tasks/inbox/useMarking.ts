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

/** Returns functions that change items of an account's inbox; each is true on success. */
export function useMarking(acc: string) {
  const [mark, { isLoading }] = useMarkInboxItemMutation();
  const errorText = useErrorText();

  async function change(item: Marked, wanted: InboxChange): Promise<boolean> {
    const body = { ...wanted, from: readMarks(item) };
    try {
      await mark({ params: { acc, submissionId: item.submissionId }, body }).unwrap();
      return true;
    } catch (error) {
      const text = hasReason(error, 'conflict')
        ? ({ id: 'inbox.overtaken' } as const)
        : errorText(error);
      toast({ level: 'error', text });
      return false;
    }
  }

  /** Moves an item to the other state, with a toast that takes it back. */
  async function toggleDone(item: Marked): Promise<boolean> {
    const state = item.state === 'open' ? 'done' : 'open';
    if (!(await change(item, { state }))) return false;
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
