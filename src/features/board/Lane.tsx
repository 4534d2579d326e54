import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { styled } from '@linaria/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { sortCards, statusOnDrop, type Lane as LaneOfRole } from '#schemas/board.rules.ts';
import type { BoardTask } from '#schemas/board.ts';
import type { StaffRole } from '#schemas/staff.ts';
import { moveFocus } from '#src/lib/moveFocus.ts';
import { CaretLeft, CaretRight } from '#src/ui/icons.ts';
import { Card, cardIn } from './Card.tsx';
import { laneTitles } from './laneTitles.ts';
import { isOwn, type Move } from './useMoving.ts';

const Column = styled.section`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-height: 0;
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  background: var(--sunken);
  &[data-over] {
    border-color: var(--accent-edge);
    background: var(--accent-tint);
  }
  > header {
    display: flex;
    gap: var(--s-2);
    align-items: center;
    min-height: 3rem;
    padding: 0.25rem var(--s-2) 0.25rem var(--s-4);
  }
  h2 {
    flex: 1;
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > header > span {
    color: var(--muted);
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
  }
  > header button {
    display: grid;
    place-items: center;
    width: var(--target-min);
    height: var(--target-min);
    border: 0;
    border-radius: var(--r-md);
    background: none;
    color: var(--muted);
  }
  > header button:hover {
    background: var(--accent-tint);
    color: var(--accent-text);
  }
  &[data-collapsed] > header {
    flex-direction: column;
    padding: var(--s-3) var(--s-2);
  }
  &[data-collapsed] h2 {
    flex: none;
    writing-mode: vertical-rl;
  }
  > div {
    overflow-y: auto;
    padding: 0 var(--s-3) var(--s-3);
  }
  > p {
    padding: var(--s-4);
    color: var(--muted);
    font-size: var(--text-sm);
  }
  @media (max-width: 767px) {
    > div {
      max-height: 70dvh;
    }
    &[data-collapsed] > header {
      flex-direction: row;
    }
    &[data-collapsed] h2 {
      flex: 1;
      writing-mode: initial;
    }
  }
`;
const Stack = styled.ul`
  position: relative;
  > li {
    position: absolute;
    inset: 0 0 auto;
    padding-bottom: var(--s-2);
  }
`;

type LaneProps = {
  lane: LaneOfRole;
  cards: readonly BoardTask[];
  role: StaffRole;
  userId: string;
  onMove: Move;
  onOpen: (workflowId: string) => void;
};

const cardHeight = 140; // of a card with everything on it, and the gap below

/** One lane: cards are dropped on it, and only those in view are drawn. */
export function Lane({ lane, cards, role, userId, onMove, onOpen }: LaneProps) {
  const titleId = useId();
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isCollapsed, setIsCollapsed] = useState(lane.isCollapsed);
  const [isOver, setIsOver] = useState(false);
  const sorted = useMemo(() => sortCards(cards), [cards]); // scrolling draws the lane anew
  const rows = useVirtualizer({
    count: isCollapsed ? 0 : sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan: 6,
    getItemKey: (index) => sorted[index]?.workflowId ?? index,
  });
  const take = useEffectEvent((card: BoardTask) => onMove(card, lane));
  const isWelcome = useEffectEvent(
    (card: BoardTask) =>
      statusOnDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane) !== undefined,
  );

  useEffect(() => {
    if (!column.current) return undefined;
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => {
        const card = cardIn(source.data);
        return card !== undefined && isWelcome(card);
      },
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        const card = cardIn(source.data);
        if (card) take(card);
      },
    });
  }, []);

  return (
    <Column
      ref={column}
      aria-labelledby={titleId}
      data-over={isOver ? '' : undefined}
      data-collapsed={isCollapsed ? '' : undefined}
    >
      <header>
        {lane.isCollapsed && (
          <button
            type="button"
            aria-expanded={!isCollapsed}
            aria-labelledby={titleId}
            onClick={() => setIsCollapsed(!isCollapsed)}
          >
            {isCollapsed ? (
              <CaretLeft size={20} aria-hidden />
            ) : (
              <CaretRight size={20} aria-hidden />
            )}
          </button>
        )}
        <h2 id={titleId}>
          <FormattedMessage id={laneTitles[lane.name]} />
        </h2>
        <span>{cards.length}</span>
      </header>
      {!isCollapsed && cards.length === 0 && (
        <p>
          <FormattedMessage id="board.lane.empty" />
        </p>
      )}
      {!isCollapsed && cards.length > 0 && (
        <div ref={scroller} onKeyDown={(event) => moveFocus(event, 'list', 'button')}>
          <Stack style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ key, index, start }) => {
              const card = sorted[index];
              return (
                card && (
                  <li
                    key={key}
                    ref={rows.measureElement}
                    data-index={index}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <Card card={card} onOpen={() => onOpen(card.workflowId)} />
                  </li>
                )
              );
            })}
          </Stack>
        </div>
      )}
    </Column>
  );
}
