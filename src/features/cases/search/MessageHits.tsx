import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { searchLimits } from '#schemas/cases/limits.ts';
import type { MessageHit } from '#schemas/cases/search.ts';
import { useSearchMessagesInfiniteQuery, type MessageSearch } from '#src/api/cases/search.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { messageParam } from '#src/routing/paths.ts';
import { Paperclip } from '#src/ui/icons.ts';
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
  if (isWithinCase) return folderName;
  return folderName === null ? (
    caseHeader
  ) : (
    <FormattedMessage id="search.where" values={{ case: caseHeader, folder: folderName }} />
  );
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
  const intl = useIntl();
  const { creationDate, creatorName, isOwnMessage, read, header, excerpt, files } = hit;
  return (
    <Link to={address} aria-current={isOpen ? 'true' : undefined}>
      <span data-head>
        <span>
          {isOwnMessage ? <FormattedMessage id="messages.you" /> : creatorName}
          {!read && (
            <>
              {' '}
              · <FormattedMessage id="search.unread" />
            </>
          )}
        </span>
        <time dateTime={creationDate}>
          {intl.formatDate(creationDate, { dateStyle: 'medium' })}
        </time>
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
  search.split(/[^\p{L}\p{N}\p{M}]+/u).every((word) => word.length < searchLimits.beginsFrom);

type MessageHitsProps = MessageSearch & { addressOf: (hit: MessageHit) => string };

/** Search results among messages, newest first. Each links to its row in the timeline. */
export function MessageHits({ search, within, addressOf }: MessageHitsProps) {
  const intl = useIntl();
  const [query] = useSearchParams();
  const found = useSearchMessagesInfiniteQuery({ search, ...(within ? { within } : {}) });
  const { currentData, error, refetch } = found;
  const hits = currentData?.pages.flatMap((page) => page.hits);
  return (
    <Frame>
      {error && !hits && <Failure error={error} retry={refetch} />}
      {!hits && !error && <Loading />}
      {hits?.length === 0 && (
        <p role="status">
          <FormattedMessage id="search.none" values={{ search }} />
          {isShort(search) && (
            <>
              {' '}
              <FormattedMessage id="search.short" values={{ letters: searchLimits.beginsFrom }} />
            </>
          )}
        </p>
      )}
      {hits && hits.length > 0 && (
        <ul aria-label={intl.formatMessage({ id: 'search.messages' })}>
          {hits.map((hit) => (
            <li key={hit.messageId}>
              <Hit
                hit={hit}
                isWithinCase={within !== undefined}
                address={addressOf(hit)}
                isOpen={query.get(messageParam) === hit.messageId}
              />
            </li>
          ))}
        </ul>
      )}
      {hits && (
        <MoreButton of={found}>
          <FormattedMessage id="search.more" />
        </MoreButton>
      )}
    </Frame>
  );
}
