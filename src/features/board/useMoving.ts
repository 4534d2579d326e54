import { useState } from 'react';
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
export type Board = { accountId: Account['id']; accountName: string; mainColor: string; secondaryColor: string; role: StaffRole };

export type Move = (card: BoardTask, to: Lane) => void;

export const isOwn = ({ assignee }: BoardTask, userId: string): boolean => assignee?.userId === userId;

type Moving = ReadonlyMap<string, TaskStatus>;

/** The cards with those that are on their way where they go to. */
export const withMoving = (cards: readonly BoardTask[], moving: Moving): readonly BoardTask[] =>
  (moving.size === 0 ? cards : cards.map((card) => { const status = moving.get(card.workflowId); return status === undefined ? card : { ...card, status }; }));

/** Moves cards, at once, and says what became of it; one that may not be moved goes back, with the reason. */
export function useMoving({ accountId: acc, role }: Board, showToast: ShowToast): { move: Move; moving: Moving; said: string } {
  const intl = useIntl();
  const userId = useUser()?.userId ?? '';
  const [said, setSaid] = useState('');
  const dispatch = useDispatch<BoardDispatch>();
  const [moving, setMoving] = useState<Moving>(new Map());
  const refuse = (text: string) => showToast({ level: 'error', text });

  async function move(card: BoardTask, lane: Lane): Promise<void> {
    const to = statusOnDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane);
    if (to === undefined) return lane.statuses.includes(card.status) ? undefined : refuse(intl.formatMessage({ id: 'error.notAllowed' }));
    const { workflowId } = card;
    setMoving((others) => new Map(others).set(workflowId, to));
    try {
      const { shown } = await dispatch(moveCard({ params: { acc, workflowId }, body: { from: card.status, to } }));
      setSaid(intl.formatMessage({ id: 'board.moved' }, { name: card.assistantName, lane: intl.formatMessage({ id: laneTitles[lane.name] }) }));
      await shown;
    } catch (error) {
      refuse(toUserMessage(error, (id) => intl.formatMessage({ id })));
    } finally {
      setMoving((all) => new Map([...all].filter(([id, status]) => id !== workflowId || status !== to)));
    }
  }

  return { move: (card, lane) => void move(card, lane), moving, said };
}
