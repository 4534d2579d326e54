import { styled } from '@linaria/react';
import { useEffect, useEffectEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { hasReason } from '#src/api/client/errors.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { messageParams } from '#src/routing/paths.ts';
import type { Holding, TimelineRef } from '#src/device/timelineRef.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowDown } from '#src/ui/icons.ts';
import { ChatText, PencilSimpleLine } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { MessageWriting } from './MessageWriting.tsx';
import { NewMessages, type News } from './NewMessages.tsx';
import { Queued } from './Queued.tsx';
import { TimelineList } from './TimelineList.tsx';
import { useTimeline } from './useTimeline.ts';

const Frame = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: minmax(0, 1fr);
  min-height: 0;
  &[data-news] {
    grid-template-rows: auto minmax(0, 1fr);
  }
  > [role='status'] {
    margin: var(--s-5);
  }
`;
const Unreachable = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 0;
  > [role='alert'] {
    flex: none;
    margin: var(--s-6);
  }
`;
const Foot = styled.div`
  position: absolute;
  right: var(--s-5);
  bottom: var(--s-5);
  z-index: 1;
  display: flex;
  gap: var(--s-3);
  > button {
    width: auto;
    padding-inline: 1.4rem;
    border-radius: var(--r-full);
    box-shadow: var(--shadow-2);
  }
  @media print {
    display: none;
  }
`;
/** Status line above the timeline while older messages load. */
const Loading = styled.p`
  position: absolute;
  top: var(--s-2);
  left: 50%;
  z-index: 1;
  padding: 0.2rem 0.8rem;
  transform: translateX(-50%);
  background: var(--raised);
  border-radius: var(--r-full);
  box-shadow: var(--shadow-2);
  font-size: var(--text-xs);
`;
const Empty = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-3);
  padding: var(--s-8) var(--s-5);
  color: var(--muted);
  text-align: center;
`;

type TimelineProps = {
  place: TimelineRef;
  isOpenForReplies: boolean;
  holding: Holding;
  /** unread messages of the whole timeline, and its newest one */
  news?: News;
};

type LoadedTimeline = ReturnType<typeof useTimeline>;

/** Shows the newest messages when the linked message does not exist. */
function useDeadLink({ error, isGone, showNewest }: LoadedTimeline): void {
  const [, setQuery] = useSearchParams();
  const handleGone = useEffectEvent(() => {
    if (hasReason(error, 'notFound')) {
      toast({ level: 'warning', text: { id: 'messages.gone' } });
      setQuery(
        (before) =>
          new URLSearchParams(
            [...before].filter(([name]) => !messageParams.some((each) => each === name)),
          ),
        { replace: true },
      ); // the link is dead
    }
    showNewest();
  });
  useEffect(() => {
    if (isGone) handleGone();
  }, [isGone]);
}

function UnloadedTimeline({
  timeline: { error, isGone, refetch },
  place,
  isOpenForReplies,
}: Omit<TimelineProps, 'holding' | 'news'> & { timeline: LoadedTimeline }) {
  return (
    <Frame>
      {error && !isGone ? (
        <Unreachable>
          <Failure error={error} retry={refetch} />
          <Queued place={place} isOpenForReplies={isOpenForReplies} />
        </Unreachable>
      ) : (
        <p role="status">
          <FormattedMessage id="app.loading" />
        </p>
      )}
    </Frame>
  );
}

/** Status of the page that loads at either end of the timeline. */
function PageStatus({ timeline }: { timeline: LoadedTimeline }) {
  const { isFetchNextPageError, isFetchPreviousPageError, fetchNextPage, fetchPreviousPage } =
    timeline;
  return (
    <>
      {(timeline.isFetchingNextPage || timeline.isFetchingPreviousPage) && (
        <Loading role="status">
          <FormattedMessage id="app.loading" />
        </Loading>
      )}
      {(isFetchNextPageError || isFetchPreviousPageError) && (
        <Loading as="div" role="alert">
          <Button
            variant="ghost"
            onClick={() => void (isFetchNextPageError ? fetchNextPage() : fetchPreviousPage())}
          >
            <FormattedMessage id="messages.loadFailed" />
          </Button>
        </Loading>
      )}
    </>
  );
}

type ActionsProps = {
  timeline: LoadedTimeline;
  isOpenForReplies: boolean;
  /** a message came back and can be edited */
  hasReturned: boolean;
  onWrite: () => void;
};

function Actions({
  timeline: { isAtNewest, showNewest },
  isOpenForReplies,
  hasReturned,
  onWrite,
}: ActionsProps) {
  return (
    <Foot data-foot>
      {!isAtNewest && (
        <Button icon={<ArrowDown size={20} aria-hidden />} onClick={showNewest}>
          <FormattedMessage id="messages.toNewest" />
        </Button>
      )}
      {(isOpenForReplies || hasReturned) && (
        <Button
          variant="primary"
          icon={<PencilSimpleLine size={20} aria-hidden />}
          onClick={onWrite}
        >
          <FormattedMessage id={hasReturned ? 'messages.goOn' : 'messages.write'} />
        </Button>
      )}
    </Foot>
  );
}

/** Loads the page at one end, unless it is loading or has failed. */
function loadPage(timeline: LoadedTimeline, end: 'oldest' | 'newest'): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = timeline;
  const { hasPreviousPage, isFetchingPreviousPage, isFetchPreviousPageError } = timeline;
  if (end === 'oldest' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
    void timeline.fetchNextPage();
  if (end === 'newest' && hasPreviousPage && !isFetchingPreviousPage && !isFetchPreviousPageError)
    void timeline.fetchPreviousPage();
}

/** Timeline of a case or folder, newest message last. */
export function Timeline({ place, isOpenForReplies, holding, news }: TimelineProps) {
  const timeline = useTimeline(place, news?.unread);
  useDeadLink(timeline);
  const { rows, queued, isAtNewest, target, onReached, showNewest } = timeline;
  if (!rows)
    return (
      <UnloadedTimeline timeline={timeline} place={place} isOpenForReplies={isOpenForReplies} />
    );
  const hasNews = news !== undefined && news.unread > 1;
  const arrived = new Set(rows.flatMap((row) => ('message' in row ? row.key : [])));
  return (
    <Frame data-news={hasNews ? '' : undefined}>
      <h2 className={visuallyHidden}>
        <FormattedMessage id="messages.title" />
      </h2>
      {hasNews && <NewMessages place={place} news={news} firstUnread={timeline.firstUnread} />}
      <PageStatus timeline={timeline} />
      {rows.length === 0 ? (
        <Empty>
          <ChatText size={40} aria-hidden />
          <p>
            <FormattedMessage id="messages.none" />
          </p>
        </Empty>
      ) : (
        <TimelineList
          {...{ place, rows, isAtNewest, target, onReached }}
          onNear={(end) => loadPage(timeline, end)}
        />
      )}
      <MessageWriting
        place={place}
        queued={queued}
        arrived={arrived}
        holding={holding}
        onSent={() => {
          if (!isAtNewest) showNewest();
        }}
        button={(open, hasReturned) => (
          <Actions {...{ timeline, isOpenForReplies, hasReturned }} onWrite={open} />
        )}
      />
    </Frame>
  );
}
