import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { styled } from '@linaria/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { BoardTask } from '#schemas/tasks/board.ts';
import { getBadge, type TaskBadge } from '#schemas/tasks/tasks.rules.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Check, Clock } from '#src/ui/icons.ts';

const CardButton = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.25rem var(--s-3);
  align-items: start;
  width: 100%;
  padding: var(--s-3) var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-md);
  background: var(--raised);
  color: var(--text);
  text-align: left;
  &:hover {
    border-color: var(--accent-edge);
  }
  &[data-dragging] {
    opacity: 0.5;
  }
  b {
    font-weight: var(--fw-strong);
    line-height: 1.3;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  small {
    grid-column: 1 / -1;
    color: var(--muted);
    font-size: var(--text-sm);
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  > [role='img'] {
    width: 1.9rem;
    height: 1.9rem;
    font-size: 0.75rem;
  }
  > span[data-badge] {
    display: inline-flex;
    grid-column: 1 / -1;
    gap: 0.35em;
    align-items: center;
    justify-self: start;
    padding: 0.15rem 0.5rem;
    border-radius: var(--r-sm);
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
    font-variant-numeric: tabular-nums;
  }
  > span[data-badge='validUntil'] {
    background: var(--danger-tint);
    color: var(--danger-text);
  }
  > span[data-badge='answeredOn'] {
    background: var(--success-tint);
    color: var(--success-text);
  }
`;

const cardKey = Symbol('card');

/** Returns the dragged card; undefined for anything else. */
export const readCard = (data: Record<string | symbol, unknown>): BoardTask | undefined =>
  data[cardKey] as BoardTask | undefined;

/** Case and client in one line. */
export const formatNames = (clients: BoardTask['clients']): string =>
  clients.map(formatPersonName).join(', ');

const badgeTexts = {
  answeredOn: 'tasks.badge.answeredOn',
  validUntil: 'tasks.badge.validUntil',
  expiredOn: 'tasks.badge.expiredOn',
  closedOn: 'tasks.badge.closedOn',
} as const satisfies Record<TaskBadge['says'], string>;

/** A task on the board. Click opens it, drag moves it. */
export function Card({ card, onOpen }: { card: BoardTask; onOpen: () => void }) {
  const moment = useMoment();
  const sheet = useRef<HTMLButtonElement>(null);
  const [isDragging, setIsDragging] = useState(false);
  const current = useEffectEvent(() => card);
  useEffect(() => {
    if (!sheet.current) return undefined;
    return draggable({
      element: sheet.current,
      getInitialData: () => ({ [cardKey]: current() }),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    });
  }, []);
  const { workflowId, assistantName, caseHeader, clients, assignee, state } = card;
  const badge = getBadge(card, state);
  const BadgeIcon = badge?.says === 'answeredOn' ? Check : Clock;
  return (
    <CardButton
      ref={sheet}
      type="button"
      data-card={workflowId}
      data-dragging={isDragging ? '' : undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <b>{assistantName}</b>
      {assignee ? <Avatar firstName={assignee.firstName} lastName={assignee.lastName} /> : <span />}
      <small>{caseHeader}</small>
      {clients.length > 0 && <small>{formatNames(clients)}</small>}
      {badge && (
        <span data-badge={badge.says}>
          <BadgeIcon size={14} aria-hidden />
          <FormattedMessage id={badgeTexts[badge.says]} values={{ at: moment(badge.at) }} />
        </span>
      )}
    </CardButton>
  );
}
