import { useState } from 'react';
import { useIntl } from 'react-intl';
import { statusOnDrop, type Lane } from '#schemas/board.rules.ts';
import type { Account } from '#schemas/accounts.ts';
import type { BoardTask } from '#schemas/board.ts';
import type { StaffRole } from '#schemas/staff.ts';
import { useMoveBoardTaskMutation } from '#src/api/board.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useUser } from '#src/api/useUser.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { laneTitles } from './laneTitles.ts';

/** An account at whose board the reader works, and as what. */
export type Board = { accountId: Account['id']; accountName: string; mainColor: string; secondaryColor: string; role: StaffRole };

export type Move = (card: BoardTask, to: Lane) => void;

export const isOwn = ({ assignee }: BoardTask, userId: string): boolean => assignee?.userId === userId;

/** Moves cards and says what became of it; one that may not be moved stays, with the reason. */
export function useMoving({ accountId: acc, role }: Board, showToast: ShowToast): { move: Move; said: string } {
  const intl = useIntl();
  const userId = useUser()?.userId ?? '';
  const [said, setSaid] = useState('');
  const [send] = useMoveBoardTaskMutation();
  const refuse = (text: string) => showToast({ level: 'error', text });

  async function move(card: BoardTask, lane: Lane): Promise<void> {
    const to = statusOnDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane);
    if (to === undefined) return lane.statuses.includes(card.status) ? undefined : refuse(intl.formatMessage({ id: 'error.notAllowed' }));
    try {
      await send({ params: { acc, workflowId: card.workflowId }, body: { from: card.status, to } }).unwrap();
      setSaid(intl.formatMessage({ id: 'board.moved' }, { name: card.assistantName, lane: intl.formatMessage({ id: laneTitles[lane.name] }) }));
    } catch (error) {
      refuse(toUserMessage(error, (id) => intl.formatMessage({ id })));
    }
  }

  return { move: (card, lane) => void move(card, lane), said };
}
