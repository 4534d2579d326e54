import { useEffect, useRef, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { useDispatch } from 'react-redux';
import { isInLane, getStatusAfterDrop, type Lane } from '#schemas/tasks/board.rules.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { TaskStatus } from '#schemas/tasks/tasks.ts';
import { moveCard, type BoardDispatch } from '#src/api/tasks/board.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useClientId } from '#src/api/client/useUser.ts';
import { toast } from '#src/ui/toast.ts';
import { laneTitles } from './laneTitles.ts';

/** The account of the board, and the reader's role. */
export type Board = {
  accountId: Account['id'];
  accountName: string;
  mainColor: string;
  secondaryColor: string;
  role: StaffRole;
};

export type Move = (card: BoardTask, to: Lane) => void;

export const isOwn = ({ assignee }: BoardTask, userId: string): boolean =>
  assignee?.userId === userId;

type Moving = ReadonlyMap<string, TaskStatus>;

/** Applies pending moves to the cards (optimistic update). */
export const applyMoves = (cards: readonly BoardTask[], moving: Moving): readonly BoardTask[] =>
  moving.size === 0
    ? cards
    : cards.map((card) => {
        const status = moving.get(card.workflowId);
        return status === undefined ? card : { ...card, status };
      });

/** Removes a settled move, unless the card was moved again meanwhile. */
const withoutMove = (moving: Moving, { card, to }: Wanted): Moving =>
  new Map([...moving].filter(([id, status]) => id !== card.workflowId || status !== to));

type Wanted = { card: BoardTask; lane: Lane; to: TaskStatus };

const describeMove = (intl: IntlShape, { card, lane }: Wanted): string =>
  intl.formatMessage(
    { id: 'board.moved' },
    { name: card.assistantName, lane: intl.formatMessage({ id: laneTitles[lane.name] }) },
  );

/** Shows the reason of a refused move: in the card's open dialog, or in a toast. */
function useRefused(openId: string | undefined, say: (text: string) => void) {
  const [refused, setRefused] = useState<{ workflowId: string; text: string }>();
  const open = useRef(openId);
  useEffect(() => {
    open.current = openId;
  });

  function refuse({ workflowId }: BoardTask, text: string): void {
    if (open.current === workflowId) return setRefused({ workflowId, text });
    toast({ level: 'error', text });
    say(text);
  }

  return { refused, refuse, clear: () => setRefused(undefined) };
}

/**
 * Moves cards optimistically. A refused move returns the card and shows the reason, in its open
 * dialog or a toast. Asks first when a move would close a task that its client could still answer.
 */
export function useMoving({ accountId: acc, role }: Board, openId: string | undefined) {
  const intl = useIntl();
  const errorText = useErrorText();
  const userId = useClientId(acc);
  const [said, setSaid] = useState('');
  const { refused, refuse, clear } = useRefused(openId, setSaid);
  const [asked, setAsked] = useState<Wanted>();
  const dispatch = useDispatch<BoardDispatch>();
  const [moving, setMoving] = useState<Moving>(new Map());

  async function save(wanted: Wanted): Promise<void> {
    const { card, to } = wanted;
    const { workflowId } = card;
    setAsked(undefined);
    setMoving((others) => new Map(others).set(workflowId, to));
    try {
      const { shown } = await dispatch(
        moveCard({ params: { acc, workflowId }, body: { from: card.status, to } }),
      );
      setSaid(describeMove(intl, wanted));
      await shown;
    } catch (error) {
      refuse(
        card,
        hasReason(error, 'conflict')
          ? intl.formatMessage({ id: 'board.changedMeanwhile' })
          : errorText(error),
      );
    } finally {
      setMoving((all) => withoutMove(all, wanted));
    }
  }

  function move(card: BoardTask, lane: Lane): void {
    clear();
    const to = getStatusAfterDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane);
    if (to === undefined)
      return isInLane(lane, card)
        ? undefined
        : refuse(card, intl.formatMessage({ id: 'error.notAllowed' }));
    if (to === 7 && card.state === 'open') return setAsked({ card, lane, to });
    void save({ card, lane, to });
  }

  return {
    move,
    moving,
    said,
    refused,
    asked,
    confirmMove: () => {
      if (asked) void save(asked);
    },
    cancelMove: () => setAsked(undefined),
  };
}
