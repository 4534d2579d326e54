import { styled } from '@linaria/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import type { OpenedCase } from '#src/api/cases/firmCases.ts';
import { useFirmMessagesInfiniteQuery } from '#src/api/cases/firmMessages.ts';
import { Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { FirmComposer } from './FirmComposer.tsx';
import { FirmMessage } from './FirmMessage.tsx';

const Body = styled.div`
  min-height: 0;
  overflow-y: auto;
  padding: var(--s-5) var(--s-6) var(--s-6);
  > ol {
    display: grid;
    gap: var(--s-4);
    list-style: none;
  }
  > p {
    color: var(--muted);
  }
  > section {
    margin-top: var(--s-5);
  }
  @media (max-width: 1279px) {
    overflow: visible;
  }
  @media (max-width: 767px) {
    padding: var(--s-4) var(--gutter) var(--s-6);
  }
`;

/** Lists the loaded messages, oldest first; pages that were loaded at different times can overlap. */
function useMessages(pages: readonly { items: readonly ProviderMessage[] }[] | undefined) {
  return useMemo(() => {
    const known = new Map((pages ?? []).flatMap(({ items }) => items.map((m) => [m.messageId, m])));
    return [...known.values()].toReversed();
  }, [pages]);
}

const nearEnd = 600; // px: about the height of a message below the shown part

/**
 * Scrolls to the newest message when the case opens, and to another one if the reader is at the end.
 */
function useShowNewest(newestId: string | undefined) {
  const end = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (newestId === undefined || !end.current) return;
    const isNear = end.current.getBoundingClientRect().top < globalThis.innerHeight + nearEnd;
    if (!isOpened.current || isNear) end.current.scrollIntoView({ block: 'end' });
    isOpened.current = true;
  }, [newestId]);
  return end;
}

/** Announces a client's message that arrives while the case is open. */
function Arrival({ newest }: { newest: ProviderMessage | undefined }) {
  const [opened] = useState(newest?.messageId);
  const isNew = newest !== undefined && newest.messageId !== opened && newest.userId !== null;
  return (
    <p role="status" className={visuallyHidden}>
      {isNew && <FormattedMessage id="firmCases.arrived" values={{ name: newest.creatorName }} />}
    </p>
  );
}

/** All messages of a case and its folders, newest last, and the composer. */
export function FirmTimeline({ acc, shown }: { acc: string; shown: OpenedCase }) {
  const place = { acc, caseId: shown.caseId };
  const paged = useFirmMessagesInfiniteQuery(place);
  const { currentData: data, error } = paged;
  const messages = useMessages(data?.pages);
  const end = useShowNewest(messages.at(-1)?.messageId);
  return (
    <Body tabIndex={-1}>
      {!data && (error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />)}
      {data && messages.length === 0 && (
        <p>
          <FormattedMessage id="messages.none" />
        </p>
      )}
      <MoreButton of={paged}>
        <FormattedMessage id="firmCases.older" />
      </MoreButton>
      <ol>
        {messages.map((message) => (
          <li key={message.messageId}>
            <FirmMessage place={place} message={message} clients={shown.clients} />
          </li>
        ))}
      </ol>
      {data && <Arrival newest={messages.at(-1)} />}
      {data && <FirmComposer acc={acc} shown={shown} />}
      <div ref={end} />
    </Body>
  );
}
