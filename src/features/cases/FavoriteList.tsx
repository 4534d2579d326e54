import { styled } from '@linaria/react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases.ts';
import type { Message } from '#schemas/messages.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useFavoritesInfiniteQuery } from '#src/api/favorites.ts';
import { useSetFavoriteMutation } from '#src/api/messages.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Clipped } from '#src/ui/Clipped.tsx';
import { Star } from '#src/ui/icons.ts';
import { Nothing } from './Nothing.tsx';
import { useCaseAddress, type CaseSide } from './caseView.ts';
import { useShortDate } from './useShortDate.ts';

const List = styled.ul`
  > li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.1rem;
    align-items: start;
    padding: 0.4rem 0;
    font-size: var(--text-sm);
    line-height: 1.4;
  }
  > li + li {
    border-top: 1px solid var(--border);
  }
  > li > button {
    display: grid;
    place-items: center;
    width: var(--target-min);
    height: var(--target-min);
    margin: -0.35rem 0 0 -0.75rem;
    padding: 0;
    border: 0;
    border-radius: var(--r-sm);
    background: none;
  }
  > li > button:hover {
    background: var(--accent-tint);
  }
  > li > button svg {
    color: var(--star);
    stroke: var(--star-line);
    stroke-width: 10px;
  }
  > li > a {
    display: block;
    padding: 0.35rem 0;
    border-radius: var(--r-sm);
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  > li > a:hover b {
    text-decoration: underline;
  }
  b {
    font-weight: var(--fw-strong);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: inherit;
  }
`;

const textLength = 200; // calls.md §9
const authorLength = 30;

type FavoriteListProps = {
  shown: CaseSummary;
  /** The newest ones without their text, for where there is little room; undefined: all of them. */
  atMost?: number;
  /** What stands beside the case once a favourite is followed. */
  sideAfter: CaseSide | undefined;
  showToast: ShowToast;
};

/** A client's favourites in a case, newest first. Each leads to its message; its star takes it out of the list. */
export function FavoriteList({ shown, atMost, sideAfter, showToast }: FavoriteListProps) {
  const intl = useIntl();
  const address = useCaseAddress();
  const shortDate = useShortDate();
  const list = useRef<HTMLUListElement>(null);
  const [setFavorite] = useSetFavoriteMutation();
  const place = { acc: shown.accountId, akte: shown.idHash };
  const favorites = useFavoritesInfiniteQuery(place);
  const { data, error, refetch } = favorites;
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />; // docs/decisions/0102

  const all = data.pages.flatMap(({ messages }) => messages);
  const messages = atMost === undefined ? all : all.slice(0, atMost);
  const failed = (reason: unknown) =>
    showToast({ level: 'error', text: toUserMessage(reason, (id) => intl.formatMessage({ id })) });
  function remove(message: Message): void {
    list.current?.focus(); // the star goes with its line
    setFavorite({
      place: { ...place, ...(message.folderId === null ? {} : { folder: message.folderId }) },
      message,
      isFavorite: false,
    })
      .unwrap()
      .catch(failed);
  }

  return (
    <>
      <List ref={list} tabIndex={-1} aria-label={intl.formatMessage({ id: 'cases.favorites' })}>
        {messages.map((message) => {
          const {
            id,
            folderId,
            header,
            message: text,
            creatorName,
            creationDate,
            isOwnMessage,
          } = message;
          return (
            <li key={id}>
              <button
                type="button"
                aria-label={intl.formatMessage({ id: 'cases.favorites.remove' }, { header })}
                onClick={() => remove(message)}
              >
                <Star size={20} weight="fill" aria-hidden />
              </button>
              <Link
                to={address(shown, { folder: folderId ?? undefined, side: sideAfter, message: id })}
              >
                <b>{header}</b>
                {atMost === undefined && text && (
                  <span>
                    <br />
                    <Clipped text={text} length={textLength} />
                  </span>
                )}
                <small>
                  {shortDate(creationDate)},{' '}
                  {isOwnMessage ? (
                    <FormattedMessage id="messages.you" />
                  ) : (
                    <Clipped text={creatorName} length={authorLength} />
                  )}
                </small>
              </Link>
            </li>
          );
        })}
      </List>
      {messages.length === 0 &&
        (atMost === undefined ? (
          <Nothing icon={Star}>
            <FormattedMessage id="cases.favorites.none" />
          </Nothing>
        ) : (
          <p>
            <FormattedMessage id="cases.favorites.none" />
          </p>
        ))}
      {atMost === undefined && (
        <MoreButton of={favorites}>
          <FormattedMessage id="cases.favorites.more" />
        </MoreButton>
      )}
    </>
  );
}
