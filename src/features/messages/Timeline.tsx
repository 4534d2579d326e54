import { styled } from '@linaria/react';
import { useEffect, useEffectEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { messageParams } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { Holding, TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowDown, ChatText, PencilSimpleLine } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { MessageWriting } from './MessageWriting.tsx';
import { Queued } from './Queued.tsx';
import { TimelineList } from './TimelineList.tsx';
import { useTimeline } from './useTimeline.ts';

const Frame = styled.div`
  position: relative;
  display: grid;
  grid-template-rows: minmax(0, 1fr);
  min-height: 0;
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
/** What is said while older messages come, over those that are there. */
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
  place: TimelinePlace;
  isOpenForReplies: boolean;
  holding: Holding;
  showToast: ShowToast;
};

/** The messages of a case or a folder, the newest at the foot. */
export function Timeline({ place, isOpenForReplies, holding, showToast }: TimelineProps) {
  const intl = useIntl();
  const {
    rows,
    queued,
    error,
    isAtNewest,
    target,
    onReached,
    isGone,
    showNewest,
    hasNextPage,
    hasPreviousPage,
    isFetchingNextPage,
    isFetchingPreviousPage,
    isFetchNextPageError,
    isFetchPreviousPageError,
    fetchNextPage,
    fetchPreviousPage,
    refetch,
  } = useTimeline(place);

  const [, setQuery] = useSearchParams();
  const handleGone = useEffectEvent(() => {
    if (failedWith(error, 'notFound')) {
      showToast({ level: 'warning', text: intl.formatMessage({ id: 'messages.gone' }) });
      setQuery(
        (before) =>
          new URLSearchParams(
            [...before].filter(([name]) => !messageParams.some((each) => each === name)),
          ),
        { replace: true },
      ); // it leads nowhere
    }
    showNewest();
  });
  useEffect(() => {
    if (isGone) handleGone();
  }, [isGone]);

  if (!rows) {
    return (
      <Frame>
        {error && !isGone ? (
          <Unreachable>
            <Note tone="danger" role="alert">
              <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
              <Button variant="ghost" onClick={() => void refetch()}>
                <FormattedMessage id="action.retry" />
              </Button>
            </Note>
            <Queued place={place} isOpenForReplies={isOpenForReplies} showToast={showToast} />
          </Unreachable>
        ) : (
          <p role="status">
            <FormattedMessage id="app.loading" />
          </p>
        )}
      </Frame>
    );
  }

  function load(end: 'oldest' | 'newest'): void {
    if (end === 'oldest' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage();
    if (end === 'newest' && hasPreviousPage && !isFetchingPreviousPage && !isFetchPreviousPageError)
      void fetchPreviousPage();
  }

  const hasFailed = isFetchNextPageError || isFetchPreviousPageError;
  const arrived = new Set(rows.flatMap((row) => ('message' in row ? row.key : [])));
  return (
    <Frame>
      <h2 className={visuallyHidden}>
        <FormattedMessage id="messages.title" />
      </h2>
      {(isFetchingNextPage || isFetchingPreviousPage) && (
        <Loading role="status">
          <FormattedMessage id="app.loading" />
        </Loading>
      )}
      {hasFailed && (
        <Loading as="div" role="alert">
          <Button
            variant="ghost"
            onClick={() => void (isFetchNextPageError ? fetchNextPage() : fetchPreviousPage())}
          >
            <FormattedMessage id="messages.loadFailed" />
          </Button>
        </Loading>
      )}
      {rows.length === 0 ? (
        <Empty>
          <ChatText size={40} aria-hidden />
          <p>
            <FormattedMessage id="messages.none" />
          </p>
        </Empty>
      ) : (
        <TimelineList
          {...{ place, rows, isAtNewest, target, onReached, showToast }}
          onNear={load}
        />
      )}
      <MessageWriting
        place={place}
        queued={queued}
        arrived={arrived}
        holding={holding}
        showToast={showToast}
        onSent={() => {
          if (!isAtNewest) showNewest();
        }}
        button={(open, hasReturned) => (
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
                onClick={open}
              >
                <FormattedMessage id={hasReturned ? 'messages.goOn' : 'messages.write'} />
              </Button>
            )}
          </Foot>
        )}
      />
    </Frame>
  );
}
