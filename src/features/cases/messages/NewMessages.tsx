import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { useReadMessagesMutation } from '#src/api/cases/readMessages.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { messageParam, messageParams } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowUp } from '#src/ui/icons.ts';
import { Checks } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-3);
  align-items: center;
  justify-content: end;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  font-size: var(--text-sm);
  @media (max-width: 767px) {
    padding: 0 var(--gutter);
  }
  @media print {
    display: none;
  }
`;

/** Unread messages of a timeline, and the time of its newest message. */
export type News = { unread: number; until: string | null };

type NewMessagesProps = { place: TimelineRef; news: News; firstUnread: string | undefined };

/** Leads to the first of several unread messages, and reads all. */
export function NewMessages({ place, news: { unread, until }, firstUnread }: NewMessagesProps) {
  const errorText = useErrorText();
  const [, setQuery] = useSearchParams();
  const [readAll, { isLoading }] = useReadMessagesMutation();

  function handleJump(id: string): void {
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const name of messageParams) next.delete(name);
      next.set(messageParam, id);
      return next;
    });
  }
  async function handleReadAll(last: string): Promise<void> {
    await readAll({ place, until: last }).unwrap();
    toast({
      level: 'success',
      text: { id: 'messages.allRead', values: { count: unread } },
    });
  }

  return (
    <Bar>
      {firstUnread !== undefined && (
        <Button
          variant="ghost"
          icon={<ArrowUp size={18} aria-hidden />}
          onClick={() => handleJump(firstUnread)}
        >
          <FormattedMessage id="messages.toFirstUnread" />
        </Button>
      )}
      {until !== null && (
        <Button
          variant="ghost"
          icon={<Checks size={18} aria-hidden />}
          isBusy={isLoading}
          onClick={() =>
            void handleReadAll(until).catch((error: unknown) =>
              toast({ level: 'error', text: errorText(error) }),
            )
          }
        >
          <FormattedMessage id="messages.readAll" />
        </Button>
      )}
    </Bar>
  );
}
