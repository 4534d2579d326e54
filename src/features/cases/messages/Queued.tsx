import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { Button } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { PencilSimpleLine } from '#src/ui/portalIcons.ts';
import { MessageWriting } from './MessageWriting.tsx';
import { PendingBubble } from './PendingBubble.tsx';
import { useQueued } from './useQueued.ts';

const List = styled.div`
  display: grid;
  gap: var(--s-4);
  align-content: start;
  justify-items: stretch;
  overflow: auto;
  padding: 0 var(--s-6) var(--s-6);
  > button {
    justify-self: end;
    width: auto;
    padding-inline: 1.4rem;
    border-radius: var(--r-full);
  }
  @media (max-width: 767px) {
    padding-inline: var(--gutter);
  }
`;
const nothing: ReadonlySet<string> = new Set();

/** Replaces a timeline that failed to load: queued messages and the button to write. */
export function Queued({
  place,
  isOpenForReplies,
}: {
  place: TimelineRef;
  isOpenForReplies: boolean;
}) {
  const queued = useQueued(place);
  return (
    <List>
      <h2 className={visuallyHidden}>
        <FormattedMessage id="messages.title" />
      </h2>
      {queued
        .filter(({ returned }) => !returned)
        .map((each) => (
          <PendingBubble key={each.key} queued={each} />
        ))}
      <MessageWriting
        place={place}
        queued={queued}
        arrived={nothing}
        onSent={() => undefined}
        button={(open, hasReturned) =>
          (isOpenForReplies || hasReturned) && (
            <Button
              variant="primary"
              icon={<PencilSimpleLine size={20} aria-hidden />}
              onClick={open}
            >
              <FormattedMessage id={hasReturned ? 'messages.goOn' : 'messages.write'} />
            </Button>
          )
        }
      />
    </List>
  );
}
