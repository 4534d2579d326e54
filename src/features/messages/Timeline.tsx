import { styled } from '@linaria/react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Message } from '#schemas/messages.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useTimelineInfiniteQuery } from '#src/api/messages.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { ChatText, PencilSimpleLine } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Bubble } from './Bubble.tsx';
import { MessageWriting } from './MessageWriting.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { useQueued } from './useQueued.ts';

/** Turned over, so that the newest message stays at its foot and what is older can come above without a jump. What is inside stands in the order in which it is read. */
const Scroller = styled.div`
  display: flex; flex-direction: column-reverse; min-height: 0; overflow: auto; position: relative;
  @media print { display: block; overflow: visible; }
`;
const Column = styled.div`
  display: grid; gap: var(--s-4); margin-bottom: auto; padding: var(--s-5) var(--s-6) 6rem;
  @media (max-width: 767px) { gap: var(--s-3); padding: var(--s-3) var(--gutter) 6rem; }
`;
const Day = styled.h2`
  display: flex; gap: var(--s-4); align-items: center; color: var(--muted); font: var(--fw-medium) var(--text-xs)/1.3 var(--font-sans); letter-spacing: 0;
  &::before, &::after { content: ''; flex: 1; border-top: 1px solid var(--border); }
  &[data-new] { color: var(--accent-text); font-weight: var(--fw-strong); }
  &[data-new]::before, &[data-new]::after { border-color: var(--accent-edge); }
`;
const Foot = styled.div`
  position: sticky; bottom: 0; z-index: 1; height: 0;
  > button { position: absolute; right: var(--s-5); bottom: var(--s-5); width: auto; padding-inline: 1.4rem; border-radius: var(--r-full); box-shadow: var(--shadow-2); }
`;
const Empty = styled.div`display: grid; place-content: center; justify-items: center; gap: var(--s-3); padding: var(--s-8) var(--s-5); color: var(--muted); text-align: center;`;
const Frame = styled.div`display: grid; grid-template-rows: minmax(0, 1fr); min-height: 0; > [role='status'], > [role='alert'] { margin: var(--s-5); }`;

/** Loads what is older when the top comes into view. */
function useTopSensor(isThereMore: boolean, loadMore: () => void) {
  const sensor = useRef<HTMLDivElement>(null);
  const load = useRef(loadMore);
  useEffect(() => { load.current = loadMore; });
  useEffect(() => {
    if (!isThereMore || !sensor.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => { if (entry?.isIntersecting) load.current(); }, { rootMargin: '200px' });
    observer.observe(sensor.current);
    return () => observer.disconnect();
  }, [isThereMore]);
  return sensor;
}

const dayOf = ({ creationDate }: Message): string => new Date(creationDate).toDateString();

type TimelineProps = { place: TimelinePlace; isOpenForReplies: boolean; showToast: ShowToast };

/** The messages of a case or a folder, oldest at the top. */
export function Timeline({ place, isOpenForReplies, showToast }: TimelineProps) {
  const intl = useIntl();
  const queued = useQueued(place);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useTimelineInfiniteQuery(place);
  const sensor = useTopSensor(hasNextPage && !isFetchingNextPage, () => void fetchNextPage());
  const messages = data?.pages.flatMap((page) => page.messages.timeline).toReversed();
  // Stays where reading went on, also when those below it have been read.
  const [firstUnread, setFirstUnread] = useState<string>();
  const unread = data?.pages[0]?.firstUnread?.id;
  if (unread !== undefined && firstUnread === undefined) setFirstUnread(unread);

  if (!messages) {
    return (
      <Frame>
        {error ? (
          <Note tone="danger" role="alert">
            <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
            <Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button>
          </Note>
        ) : <p role="status"><FormattedMessage id="app.loading" /></p>}
      </Frame>
    );
  }
  const arrived = new Set(messages.flatMap(({ messageKey }) => messageKey ?? []));
  const pending = queued.filter(({ key, returned }) => !returned && !arrived.has(key));
  const unreadFrom = messages.findIndex(({ id }) => id === firstUnread);
  return (
    <Frame>
      <Scroller tabIndex={0} role="region" aria-label={intl.formatMessage({ id: 'messages.title' })}>
        <MessageWriting
          place={place} queued={queued} arrived={arrived} showToast={showToast}
          button={(open) => isOpenForReplies && <Foot><Button variant="primary" icon={<PencilSimpleLine size={20} aria-hidden />} onClick={open}><FormattedMessage id="messages.write" /></Button></Foot>}
        />
        {messages.length + pending.length === 0
          ? <Empty><ChatText size={40} aria-hidden /><p><FormattedMessage id="messages.none" /></p></Empty>
          : (
            <Column>
              {hasNextPage && <div ref={sensor}>{isFetchingNextPage && <p role="status"><FormattedMessage id="app.loading" /></p>}</div>}
              {messages.map((message, index) => {
                const before = messages[index - 1];
                return (
                  <Fragment key={message.id}>
                    {(!before || dayOf(before) !== dayOf(message)) && <Day>{intl.formatDate(message.creationDate, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</Day>}
                    {index === unreadFrom && <Day data-new><FormattedMessage id="messages.newFrom" values={{ count: messages.slice(index).filter(({ isOwnMessage }) => !isOwnMessage).length }} /></Day>}
                    <Bubble place={place} message={message} showToast={showToast} />
                  </Fragment>
                );
              })}
              {pending.map((each) => <PendingBubble key={each.key} queued={each} />)}
            </Column>
          )}
      </Scroller>
    </Frame>
  );
}
