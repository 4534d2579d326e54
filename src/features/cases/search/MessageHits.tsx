import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { stemLimits } from '#schemas/platform/limits.ts';
import type { MessageHit } from '#schemas/cases/search.ts';
import { useSearchMessagesInfiniteQuery, type MessageSearch } from '#src/api/cases/search.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { messageParam } from '#src/routing/paths.ts';
import { useDay } from '#src/locale/useMoment.ts';
import { Paperclip } from '#src/ui/portalIcons.ts';
import { WrappedText, wrapText } from '#src/ui/WrappedText.tsx';
import { HighlightedText } from './HighlightedText.tsx';

const Frame = styled.div`
  > p {
    padding: var(--s-3) 0;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > ul > li {
    padding: 0.3rem 0;
    font-size: var(--text-sm);
    line-height: 1.4;
  }
  > ul > li + li {
    border-top: 1px solid var(--border);
  }
  > ul > li > a {
    display: block;
    margin-inline: -0.5rem;
    padding: 0.45rem 0.5rem;
    border-radius: var(--r-sm);
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  > ul > li > a:hover {
    background: var(--accent-tint);
  }
  > ul > li > a[aria-current] {
    background: var(--accent-tint-2);
    mark {
      background: var(--raised);
    }
  }
  > ul > li > a > span {
    display: block;
  }
  > ul > li > a > [data-head] {
    display: flex;
    gap: 0.6rem;
    justify-content: space-between;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > ul > li > a > [data-head] > time {
    flex: none;
  }
  > ul > li > a > [data-title] {
    font-weight: var(--fw-strong);
  }
  > ul > li > a > [data-file] {
    display: flex;
    gap: 0.35rem;
    align-items: baseline;
  }
  > ul > li > a > [data-file] > svg {
    flex: none;
    align-self: center;
    color: var(--muted);
  }
`;

function Where({ hit, isWithinCase }: { hit: MessageHit; isWithinCase: boolean }) {
  const { caseHeader, folderName } = hit;
  if (isWithinCase || folderName === null)
    return <WrappedText>{isWithinCase ? folderName : caseHeader}</WrappedText>;
  return <FormattedMessage id="search.where" values={{ case: caseHeader, folder: folderName }} />;
}

function Hit({
  hit,
  isWithinCase,
  address,
  isOpen,
}: {
  hit: MessageHit;
  isWithinCase: boolean;
  address: string;
  isOpen: boolean;
}) {
  const day = useDay();
  const { creationDate, creatorName, isOwnMessage, read, header, excerpt, files } = hit;
  return (
    <Link to={address} aria-current={isOpen ? 'true' : undefined}>
      <span data-head>
        <span>
          {isOwnMessage ? <FormattedMessage id="messages.you" /> : wrapText(creatorName)}
          {!read && (
            <WrappedText>
              {' '}
              · <FormattedMessage id="search.unread" />
            </WrappedText>
          )}
        </span>
        <time dateTime={creationDate}>{day(creationDate)}</time>
      </span>
      <span data-title>
        <HighlightedText pieces={header} />
      </span>
      <span>
        <HighlightedText pieces={excerpt} />
      </span>
      {files.map(({ fileId, fileName }) => (
        <span key={fileId} data-file>
          <Paperclip size={14} aria-hidden />
          <HighlightedText pieces={fileName} />
        </span>
      ))}
      <span data-head>
        <span>
          <Where hit={hit} isWithinCase={isWithinCase} />
        </span>
      </span>
    </Link>
  );
}

/** true when every word is too short for a prefix search */
const isShort = (search: string): boolean =>
  search.split(/[^\p{L}\p{N}\p{M}]+/u).every((word) => word.length < stemLimits.beginsFrom);

type MessageHitsProps = MessageSearch & { getAddress: (hit: MessageHit) => string };

/** Search results among messages, newest first. Each links to its row in the timeline. */
export function MessageHits({ search, within, getAddress }: MessageHitsProps) {
  const intl = useIntl();
  const [query] = useSearchParams();
  const found = useSearchMessagesInfiniteQuery({ search, ...(within ? { within } : {}) });
  const { currentData, data, isFetching, error, refetch } = found;
  // the hits of the last search stay while the next one runs; "nothing found" does not
  const last = isFetching && data?.pages.some((page) => page.hits.length > 0) ? data : undefined;
  const hits = (currentData ?? last)?.pages.flatMap((page) => page.hits);
  return (
    <Frame>
      {error && !hits && <Failure error={error} retry={refetch} />}
      {!hits && !error && <Loading />}
      {hits?.length === 0 && (
        <p role="status">
          {[
            intl.formatMessage({ id: 'search.none' }, { search }),
            intl.formatMessage(
              { id: isShort(search) ? 'search.short' : 'search.tip' },
              { letters: stemLimits.beginsFrom },
            ),
          ].join(' ')}
        </p>
      )}
      {hits && hits.length > 0 && (
        <ul
          aria-label={intl.formatMessage({ id: 'search.messages' })}
          aria-busy={!currentData || undefined}
        >
          {hits.map((hit) => (
            <li key={hit.messageId}>
              <Hit
                hit={hit}
                isWithinCase={within !== undefined}
                address={getAddress(hit)}
                isOpen={query.get(messageParam) === hit.messageId}
              />
            </li>
          ))}
        </ul>
      )}
      {currentData && (
        <MoreButton of={found}>
          <FormattedMessage id="search.more" />
        </MoreButton>
      )}
    </Frame>
  );
}
