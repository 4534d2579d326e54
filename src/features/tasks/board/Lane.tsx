import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { styled } from '@linaria/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  isInLane,
  sortCards,
  getStatusAfterDrop,
  type Lane as LaneOfRole,
} from '#schemas/tasks/board.rules.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { moveFocus } from '#src/ui/moveFocus.ts';
import { CaretLeft, CaretRight } from '#src/ui/portalIcons.ts';
import { Card, readCard } from './Card.tsx';
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

const cardHeight = 140; // px of a full card and its gap

/**
 * Accepts cards of other lanes, also those it refuses with a reason. Returns true while a card
 * hovers that may be dropped.
 */
function useDropTarget(
  column: RefObject<HTMLElement | null>,
  {
    isTarget,
    canDrop,
    onDrop,
  }: {
    isTarget: (card: BoardTask) => boolean;
    canDrop: (card: BoardTask) => boolean;
    onDrop: (card: BoardTask) => void;
  },
): boolean {
  const [isOver, setIsOver] = useState(false);
  const accept = useEffectEvent(isTarget);
  const allow = useEffectEvent(canDrop);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!column.current) return undefined;
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => {
        const card = readCard(source.data);
        return card !== undefined && accept(card);
      },
      onDragEnter: ({ source }) => {
        const card = readCard(source.data);
        setIsOver(card !== undefined && allow(card));
      },
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        const card = readCard(source.data);
        if (card) drop(card);
      },
    });
  }, [column]);
  return isOver;
}

function CardStack({ cards, onOpen }: Pick<LaneProps, 'cards' | 'onOpen'>) {
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => sortCards(cards), [cards]); // scrolling renders the stack again
  const rows = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan: 6,
    getItemKey: (index) => sorted[index]?.workflowId ?? index,
  });
  return (
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
  );
}

/** One lane: a drop target with virtualised cards. */
export function Lane({ lane, cards, role, userId, onMove, onOpen }: LaneProps) {
  const titleId = useId();
  const column = useRef<HTMLElement>(null);
  const [isCollapsed, setIsCollapsed] = useState(lane.isCollapsed);
  const isOver = useDropTarget(column, {
    isTarget: (card) => !isInLane(lane, card),
    canDrop: (card) =>
      getStatusAfterDrop(role, { status: card.status, isOwn: isOwn(card, userId) }, lane) !==
      undefined,
    onDrop: (card) => onMove(card, lane),
  });
  const Caret = isCollapsed ? CaretLeft : CaretRight;
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
            <Caret size={20} aria-hidden />
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
      {!isCollapsed && cards.length > 0 && <CardStack cards={cards} onOpen={onOpen} />}
    </Column>
  );
}
