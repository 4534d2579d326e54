import { styled } from '@linaria/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { messageLimits } from '#schemas/cases/limits.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { Bubble } from './Bubble.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { estimateHeight, type MessageRow, type Row } from './rows.ts';

const Scroller = styled.div`
  min-height: 0;
  overflow: auto;
  overflow-anchor: none;
  scroll-padding: var(--s-5) 0 6rem;
  @media print {
    display: block;
    overflow: visible;
  }
`;
const Column = styled.div`
  position: relative;
  min-height: 100%;
  box-sizing: border-box;
  > div {
    position: absolute;
    top: 0;
    left: 0;
    display: grid;
    gap: var(--s-4);
    width: 100%;
    padding-inline: var(--s-6);
    contain: layout style;
  }
  @media (max-width: 767px) {
    > div {
      gap: var(--s-3);
      padding-inline: var(--gutter);
    }
  }
  @media print {
    height: auto !important;
    padding-top: var(--s-4);
    > div {
      position: static;
      transform: none !important;
      contain: none;
      margin-bottom: var(--s-4);
      padding-inline: 0;
    }
  }
`;
const Day = styled.h2`
  display: flex;
  gap: var(--s-4);
  align-items: center;
  color: var(--muted);
  font: var(--fw-medium) var(--text-xs)/1.3 var(--font-sans);
  letter-spacing: 0;
  &::before,
  &::after {
    content: '';
    flex: 1;
    border-top: 1px solid var(--border);
  }
  &[data-new] {
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  &[data-new]::before,
  &[data-new]::after {
    border-color: var(--accent-edge);
  }
  @media print {
    break-after: avoid;
  }
`;

const gap = 16;
const paddingStart = 24;
const paddingEnd = 96; // the button follows the newest message
const paddings = paddingStart + paddingEnd;
const endsWithin = 40; // px from the end within which new messages are followed
const loadsWithin = 10; // rows

/** Opens a day of the timeline. */
function DayLine({ at }: { at: string }) {
  return (
    <Day>
      <FormattedDate value={at} weekday="long" day="numeric" month="long" year="numeric" />
    </Day>
  );
}

type MessagePartsProps = {
  row: MessageRow;
  place: TimelineRef;
  isSought: boolean;
};

/** Memoised, so that scrolling does not render it again. */
const MessageParts = memo(function MessageParts({
  row: { message, opensDay, newFrom },
  place,
  isSought,
}: MessagePartsProps) {
  return (
    <>
      {opensDay && <DayLine at={message.creationDate} />}
      {newFrom !== undefined && (
        <Day data-new>
          <FormattedMessage id="messages.newFrom" values={{ count: newFrom }} />
        </Day>
      )}
      <Bubble place={place} message={message} isSought={isSought} />
    </>
  );
});

/** Keeps the focused row mounted while the list scrolls. */
function findFocusedRow(scroller: RefObject<HTMLDivElement | null>): number | undefined {
  const row = scroller.current?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-index]')
    : undefined;
  return row ? Number(row.dataset['index']) : undefined;
}

/** Renders all rows while the page prints. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // flushed, because the browser prints the DOM as it is when the handler returns
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Virtualises the rows; a print shows all. */
function useVirtualRows(rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>) {
  const isPrinting = useIsPrinting();
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row ? estimateHeight(row) : 0;
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      if (isPrinting) return rows.map((_, index) => index);
      const drawn = defaultRangeExtractor(range);
      const focused = findFocusedRow(scroller);
      return focused === undefined || focused >= range.count || drawn.includes(focused)
        ? drawn
        : [...drawn, focused].sort((a, b) => a - b);
    },
    anchorTo: 'end',
    scrollEndThreshold: -1, // an opened message at the end scrolls to its start
    overscan: 5,
    gap,
    paddingStart,
    paddingEnd,
  });
}

type VirtualRows = ReturnType<typeof useVirtualRows>;

/**
 * Follows the end if the reader is there; always follows own messages.
 * Returns a function that stops following.
 */
function useFollowEnd(
  list: VirtualRows,
  { rows, isAtNewest, target }: Pick<TimelineListProps, 'rows' | 'isAtNewest' | 'target'>,
): () => void {
  const last = rows.at(-1);
  const lastKey = last?.key;
  const before = useRef({
    isFollowing: target === undefined,
    lastKey: undefined as string | undefined,
    height: 0,
    total: 0,
  });
  useLayoutEffect(() => {
    const { current } = before;
    const isOwn = last !== undefined && 'queued' in last;
    const isNew = current.lastKey !== lastKey;
    // Reading the DOM here would force a layout in every frame of scrolling.
    const height = list.scrollRect?.height ?? 0;
    const total = list.getTotalSize();
    // A letter longer than the view stays at its start.
    const lastFits = (list.measurementsCache.at(-1)?.size ?? 0) + paddings <= height;
    const hasGrown = current.total !== total && lastFits;
    if (
      (isNew && isOwn) ||
      (current.isFollowing && (isNew || current.height !== height || hasGrown))
    )
      list.scrollToEnd();
    else
      current.isFollowing = isAtNewest && total - height - (list.scrollOffset ?? 0) <= endsWithin;
    current.lastKey = lastKey;
    current.height = height;
    current.total = total;
  });
  return () => {
    before.current.isFollowing = false;
  };
}

/** Id of the message that was scrolled to. It is highlighted for a moment. */
function useHighlight() {
  const [highlighted, setHighlighted] = useState<string>();
  useEffect(() => {
    if (highlighted === undefined) return undefined;
    const timer = setTimeout(() => setHighlighted(undefined), messageLimits.highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return [highlighted, setHighlighted] as const;
}

/** Scrolls to the target row and highlights its message. */
function useScrollToTarget(
  list: VirtualRows,
  { rows, target, onReached }: Pick<TimelineListProps, 'rows' | 'target' | 'onReached'>,
  stopFollowing: () => void,
) {
  const [highlighted, setHighlighted] = useHighlight();
  const [scrollingTo, setScrollingTo] = useState<string>();
  const hasArrived =
    scrollingTo !== undefined &&
    (list.getVirtualItems().some(({ key }) => key === scrollingTo) ||
      !rows.some(({ key }) => key === scrollingTo));
  if (hasArrived) setScrollingTo(undefined);

  const reach = useEffectEvent((index: number) => {
    const row = rows[index];
    stopFollowing();
    list.scrollToIndex(index, { align: 'center' });
    setScrollingTo(row?.key);
    if (row && 'message' in row) setHighlighted(row.message.id);
    onReached();
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the virtualiser scrolls the DOM
    if (target !== undefined) reach(target);
  }, [target]);
  return { highlighted, isScrolling: target !== undefined || scrollingTo !== undefined };
}

/** Loads another page when the reader comes near an end. */
function useLoadNear(
  list: VirtualRows,
  { rows, onNear }: Pick<TimelineListProps, 'rows' | 'onNear'>,
  isScrolling: boolean,
): void {
  const near = useEffectEvent(onNear);
  const drawn = list.getVirtualItems();
  const first = drawn[0]?.index ?? 0;
  const final = drawn.at(-1)?.index ?? 0;
  // Loads nothing while scrolling to a row, because new rows would move the target.
  const canLoad = drawn.length > 0 && !isScrolling;
  const isNearOldest = canLoad && first < loadsWithin;
  const isNearNewest = canLoad && final >= rows.length - loadsWithin;
  useEffect(() => {
    if (isNearOldest) near('oldest');
  }, [isNearOldest, rows.length, first]);
  useEffect(() => {
    if (isNearNewest) near('newest');
  }, [isNearNewest, rows.length, final]);
}

type TimelineListProps = {
  place: TimelineRef;
  rows: readonly Row[];
  /** true when the last row is the newest message */
  isAtNewest: boolean;
  /** the row to scroll to */
  target: number | undefined;
  onReached: () => void;
  /** Loads the page before the first row, or after the last. */
  onNear: (end: 'oldest' | 'newest') => void;
};

/** Virtualised timeline. The top row keeps its position when others load or change height. */
export function TimelineList(props: TimelineListProps) {
  const { place, rows } = props;
  const intl = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualRows(rows, scroller);
  const stopFollowing = useFollowEnd(list, props);
  const { highlighted, isScrolling } = useScrollToTarget(list, props, stopFollowing);
  useLoadNear(list, props, isScrolling);
  return (
    <Scroller
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={intl.formatMessage({ id: 'messages.title' })}
    >
      <Column style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                {'queued' in row ? (
                  <>
                    {row.opensDay && <DayLine at={row.queued.queuedAt} />}
                    <PendingBubble queued={row.queued} />
                  </>
                ) : (
                  <MessageParts row={row} place={place} isSought={highlighted === row.message.id} />
                )}
              </div>
            )
          );
        })}
      </Column>
    </Scroller>
  );
}
