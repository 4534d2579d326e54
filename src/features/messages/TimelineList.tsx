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
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Bubble } from './Bubble.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { estimatedHeight, type MessageRow, type Row } from './rows.ts';

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
const endsWithin = 40; // px: whoever is so near the end sees what comes
const loadsWithin = 10; // rows

type MessagePartsProps = {
  row: MessageRow;
  place: TimelinePlace;
  isSought: boolean;
  showToast: ShowToast;
};

/** Drawn once, however far it is scrolled. */
const MessageParts = memo(function MessageParts({
  row: { message, opensDay, newFrom },
  place,
  isSought,
  showToast,
}: MessagePartsProps) {
  const intl = useIntl();
  return (
    <>
      {opensDay && (
        <Day>
          {intl.formatDate(message.creationDate, {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          })}
        </Day>
      )}
      {newFrom !== undefined && (
        <Day data-new>
          <FormattedMessage id="messages.newFrom" values={{ count: newFrom }} />
        </Day>
      )}
      <Bubble place={place} message={message} isSought={isSought} showToast={showToast} />
    </>
  );
});

/** The row that has the focus stays drawn wherever the reader goes. */
function focusedIn(scroller: RefObject<HTMLDivElement | null>): number | undefined {
  const row = scroller.current?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('[data-index]')
    : undefined;
  return row ? Number(row.dataset['index']) : undefined;
}

/** On paper there is nothing to scroll to: all of it is drawn for as long as the page is printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true)); // the browser prints what stands there when it comes back
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

type TimelineListProps = {
  place: TimelinePlace;
  rows: readonly Row[];
  /** The last row is the newest message there is. */
  isAtNewest: boolean;
  /** The row to lead the reader to. */
  target: number | undefined;
  onReached: () => void;
  /** Loads what comes before the first row, or after the last. */
  onNear: (end: 'oldest' | 'newest') => void;
  showToast: ShowToast;
};

/** Draws the messages that are in view. The place of the one at the top stays when others are loaded, arrive or change their height. */
export function TimelineList({
  place,
  rows,
  isAtNewest,
  target,
  onReached,
  onNear,
  showToast,
}: TimelineListProps) {
  const intl = useIntl();
  const scroller = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState<string>();
  const [leadingTo, setLeadingTo] = useState<string>();
  const isPrinting = useIsPrinting();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row ? estimatedHeight(row) : 0;
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      if (isPrinting) return rows.map((_, index) => index);
      const drawn = defaultRangeExtractor(range);
      const focused = focusedIn(scroller);
      return focused === undefined || focused >= range.count || drawn.includes(focused)
        ? drawn
        : [...drawn, focused].sort((a, b) => a - b);
    },
    anchorTo: 'end',
    scrollEndThreshold: -1, // who opens a letter at the end wants to see where it begins
    overscan: 5,
    gap,
    paddingStart: 24,
    paddingEnd: 96, // below the newest stands the button
  });
  const drawn = list.getVirtualItems();
  const last = rows.at(-1);
  const lastKey = last?.key;
  const isOver =
    leadingTo !== undefined &&
    (drawn.some(({ key }) => key === leadingTo) || !rows.some(({ key }) => key === leadingTo));
  if (isOver) setLeadingTo(undefined);
  // On the way to a row nothing is loaded: rows that come before it would move it from where the way ends.
  const isWaitingForTarget = target !== undefined || leadingTo !== undefined;

  // Whoever is at the end stays there; own words are always followed.
  const before = useRef({
    isFollowing: !isWaitingForTarget,
    lastKey: undefined as string | undefined,
    height: 0,
  });
  useLayoutEffect(() => {
    const { current } = before;
    const isOwn = last !== undefined && 'queued' in last;
    const isNew = current.lastKey !== lastKey;
    // As the list has been told: to ask the browser here would have it lay out everything, with each frame of scrolling.
    const height = list.scrollRect?.height ?? 0;
    if ((isNew && isOwn) || (current.isFollowing && (isNew || current.height !== height)))
      list.scrollToEnd();
    else
      current.isFollowing =
        isAtNewest && list.getTotalSize() - height - (list.scrollOffset ?? 0) <= endsWithin;
    current.lastKey = lastKey;
    current.height = height;
  });

  const reach = useEffectEvent((index: number) => {
    const row = rows[index];
    before.current.isFollowing = false;
    list.scrollToIndex(index, { align: 'center' });
    setLeadingTo(row?.key);
    if (row && 'message' in row) setSought(row.message.id);
    onReached();
  });
  useEffect(() => {
    if (target !== undefined) reach(target);
  }, [target]);
  useEffect(() => {
    if (sought === undefined) return undefined;
    const timer = setTimeout(() => setSought(undefined), limits.message.highlightMs);
    return () => clearTimeout(timer);
  }, [sought]);

  const near = useEffectEvent(onNear);
  const first = drawn[0]?.index ?? 0;
  const final = drawn.at(-1)?.index ?? 0;
  const isNearOldest = drawn.length > 0 && first < loadsWithin && !isWaitingForTarget;
  const isNearNewest =
    drawn.length > 0 && final >= rows.length - loadsWithin && !isWaitingForTarget;
  useEffect(() => {
    if (isNearOldest) near('oldest');
  }, [isNearOldest, rows.length, first]);
  useEffect(() => {
    if (isNearNewest) near('newest');
  }, [isNearNewest, rows.length, final]);

  return (
    <Scroller
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={intl.formatMessage({ id: 'messages.title' })}
    >
      <Column style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
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
                  <PendingBubble queued={row.queued} />
                ) : (
                  <MessageParts
                    row={row}
                    place={place}
                    isSought={sought === row.message.id}
                    showToast={showToast}
                  />
                )}
              </div>
            )
          );
        })}
      </Column>
    </Scroller>
  );
}
