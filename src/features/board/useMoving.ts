import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { statusOnDrop, type Lane } from '#schemas/board.rules.ts';
import type { Account } from '#schemas/accounts.ts';
import type { BoardTask } from '#schemas/board.ts';
import type { StaffRole } from '#schemas/staff.ts';
import type { TaskStatus } from '#schemas/tasks.ts';
import { moveCard, type BoardDispatch } from '#src/api/board.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useUser } from '#src/api/useUser.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { laneTitles } from './laneTitles.ts';

/** An account at whose board the reader works, and as what. */
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

/** The cards with those that are on their way where they go to. */
export const withMoving = (cards: readonly BoardTask[], moving: Moving): readonly BoardTask[] =>
  moving.size === 0
    ? cards
    : cards.map((card) => {
        const status = moving.get(card.workflowId);
        return status === undefined ? card : { ...card, status };
      });

type Wanted = { card: BoardTask; lane: Lane; to: TaskStatus };

/**
 * Moves cards, at once, and says what became of it; one that may not be moved goes back, with the reason: in its dialog while it is
 * open, else in a toast. Whoever moves a task to what is done that its client could still answer is asked first.
 */
export function useMoving(
  { accountId: acc, role }: Board,
  openId: string | undefined,
  showToast: ShowToast,
) {
  const intl = useIntl();
  const userId = useUser()?.userId ?? '';
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<{ workflowId: string; text: string }>();
  const [asked, setAsked] = useState<Wanted>();
  const dispatch = useDispatch<BoardDispatch>();
  const [moving, setMoving] = useState<Moving>(new Map());
  const open = useRef(openId);
  useEffect(() => {
    open.current = openId;
  });

  function refuse({ workflowId }: BoardTask, text: string): void {
    if (open.current === workflowId) setRefused({ workflowId, text });
    else showToast({ level: 'error', text });
  }

  async function carry({ card, lane, to }: Wanted): Promise<void> {
    const { workflowId } = card;
    setAsked(undefined);
    setMoving((others) => new Map(others).set(workflowId, to));
    try {
      const { shown } = await dispatch(
        moveCard({ params: { acc, workflowId }, body: { from: card.status, to } }),
      );
      setSaid(
        intl.formatMessage(
          { id: 'board.moved' },
          { name: card.assistantName, lane: intl.formatMessage({ id: laneTitles[lane.name] }) },
        ),
      );
      await shown;
    } catch (error) {
      refuse(
        card,
        toUserMessage(error, (id) => intl.formatMessage({ id })),
      );
    } finally {
      setMoving(
        (all) => new Map([...all].filter(([id, status]) => id !== workflowId || status !== to)),
      );
    }
  }

  function move(card: BoardTask, lane: Lane): void {
    setRefused(undefined);
    const to = statusOnDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane);
    if (to === undefined)
      return lane.statuses.includes(card.status)
        ? undefined
        : refuse(card, intl.formatMessage({ id: 'error.notAllowed' }));
    if (to === 7 && card.state === 'open') return setAsked({ card, lane, to });
    void carry({ card, lane, to });
  }

  return {
    move,
    moving,
    said,
    refused,
    asked,
    goOn: () => {
      if (asked) void carry(asked);
    },
    stay: () => setAsked(undefined),
  };
}
