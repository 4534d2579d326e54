import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { clipMiddle } from '#src/ui/clipMiddle.ts';
import {
  getAttachments,
  updateQueued,
  type QueuedMessage,
} from '#src/device/indexedDb/messageQueue.ts';
import { useIsOffline } from '#src/device/useIsOffline.ts';
import { Button } from '#src/ui/Button.tsx';
import { Check, Clock } from '#src/ui/icons.ts';
import { BubbleRow, BubbleCard } from './bubbleStyles.ts';

const Files = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
  gap: 0.5rem;
  margin-top: 0.6rem;
  > li {
    display: grid;
    grid-template-columns: 2rem minmax(0, 1fr);
    gap: 0.6rem;
    align-items: center;
    min-height: var(--target-min);
    padding: 0.4rem 0.5rem;
    border: 1px solid var(--border);
    border-radius: var(--r-sm);
    font-size: var(--text-sm);
  }
  > li > span:first-child {
    height: 2rem;
    border-radius: var(--r-xs);
    background: var(--sunken);
    border: 1px solid var(--border);
  }
`;

const nameLength = 20;

/** A queued message: one tick and placeholders for files. It can be cancelled until it is sent. */
export function PendingBubble({ queued }: { queued: QueuedMessage }) {
  const {
    key,
    written: { Header, TextContent },
    files = [],
    queuedAt,
    isWaiting,
  } = queued;
  const intl = useIntl();
  const userId = useOwnerId();
  const isHeldUp = useIsOffline() || isWaiting === true;
  const canBeTakenBack = isHeldUp || files.some(({ stored }) => !stored);
  const attachments = getAttachments(queued);
  const author = intl.formatMessage({ id: 'messages.you' });
  const takeBack = () => {
    if (userId !== undefined)
      void updateQueued(userId, key, { returned: 'takenBack', isWaiting: false });
  };
  return (
    <BubbleRow data-own>
      <BubbleCard
        data-pending
        aria-label={intl.formatMessage({ id: 'messages.of' }, { author, header: Header })}
      >
        <header>
          <b>{author}</b>
          <time dateTime={queuedAt}>{intl.formatTime(queuedAt)}</time>
        </header>
        <h3>{Header}</h3>
        <p>{TextContent}</p>
        {attachments.length > 0 && (
          <Files>
            {attachments.map(({ id, name }) => (
              <li key={id}>
                <span aria-hidden />
                <span>{clipMiddle(name, nameLength)}</span>
              </li>
            ))}
          </Files>
        )}
        <footer>
          {canBeTakenBack ? (
            <Button variant="ghost" onClick={takeBack}>
              <FormattedMessage id="messages.takeBack" />
            </Button>
          ) : (
            <span />
          )}
          <span role="status">
            {isHeldUp ? <Clock size={16} aria-hidden /> : <Check size={16} aria-hidden />}
            <FormattedMessage id={isHeldUp ? 'messages.waiting' : 'messages.sending'} />
          </span>
        </footer>
      </BubbleCard>
    </BubbleRow>
  );
}
