import { styled } from '@linaria/react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import type { Message } from '#schemas/cases/messages.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useFavoritesInfiniteQuery } from '#src/api/cases/favorites.ts';
import { useSetFavoriteMutation } from '#src/api/cases/messages.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { Clipped } from '#src/ui/Clipped.tsx';
import { Star } from '#src/ui/portalIcons.ts';
import { EmptyState } from '#src/features/cases/EmptyState.tsx';
import { useCaseAddress, type CaseSide } from '#src/features/cases/caseView.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

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

const textLength = 200;
const authorLength = 30;

type FavoriteListProps = {
  shown: CaseSummary;
  /** how many to show, without their text; undefined shows all */
  atMost?: number;
  /** sidebar view after a favourite was opened */
  sideAfter: CaseSide | undefined;
};

type FavoriteProps = {
  message: Message;
  /** address of the message in its case */
  to: string;
  hasText: boolean;
  onRemove: () => void;
};

function Favorite({ message, to, hasText, onRemove }: FavoriteProps) {
  const intl = useIntl();
  const shortDate = useShortDate();
  const { header, message: text, creatorName, creationDate, isOwnMessage } = message;
  return (
    <li>
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'cases.favorites.remove' }, { header })}
        onClick={onRemove}
      >
        <Star size={20} weight="fill" aria-hidden />
      </button>
      <Link to={to}>
        <b>{header}</b>
        {hasText && text && (
          <span>
            <br />
            <Clipped text={text} length={textLength} />
          </span>
        )}
        <small>
          <WrappedText>{`${shortDate(creationDate)}, `}</WrappedText>
          {isOwnMessage ? (
            <FormattedMessage id="messages.you" />
          ) : (
            <Clipped text={creatorName} length={authorLength} />
          )}
        </small>
      </Link>
    </li>
  );
}

/** Returns a function that removes a favourite, and offers to undo that. */
function useRemoval(place: TimelineRef): (message: Message) => void {
  const errorText = useErrorText();
  const [setFavorite] = useSetFavoriteMutation();
  const showError = (reason: unknown) => toast({ level: 'error', text: errorText(reason) });
  return (message) => {
    const mark = (isFavorite: boolean) =>
      setFavorite({
        place: { ...place, ...(message.folderId === null ? {} : { folder: message.folderId }) },
        message,
        isFavorite,
      }).unwrap();
    mark(false).then(
      () =>
        toast({
          level: 'success',
          text: { id: 'cases.favorites.removed', values: { header: message.header } },
          action: {
            label: { id: 'action.undo' },
            onClick: () => void mark(true).catch(showError),
          },
        }),
      showError,
    );
  };
}

/** Saved messages of a case, newest first. A link opens the message, the star removes it. */
export function FavoriteList({ shown, atMost, sideAfter }: FavoriteListProps) {
  const intl = useIntl();
  const address = useCaseAddress();
  const list = useRef<HTMLUListElement>(null);
  const place = { acc: shown.accountId, akte: shown.idHash };
  const remove = useRemoval(place);
  const favorites = useFavoritesInfiniteQuery(place);
  const { data, error, refetch } = favorites;
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;

  const isWhole = atMost === undefined;
  const messages = data.pages.flatMap((page) => page.messages).slice(0, atMost);
  function handleRemove(message: Message): void {
    list.current?.focus(); // the star is removed with its line
    remove(message);
  }

  const none = <FormattedMessage id="cases.favorites.none" />;
  return (
    <>
      <List ref={list} tabIndex={-1} aria-label={intl.formatMessage({ id: 'cases.favorites' })}>
        {messages.map((message) => (
          <Favorite
            key={message.id}
            message={message}
            to={address(shown, {
              folder: message.folderId ?? undefined,
              side: sideAfter,
              message: message.id,
            })}
            hasText={isWhole}
            onRemove={() => handleRemove(message)}
          />
        ))}
      </List>
      {messages.length === 0 &&
        (isWhole ? <EmptyState icon={Star}>{none}</EmptyState> : <p>{none}</p>)}
      {isWhole && (
        <MoreButton of={favorites}>
          <FormattedMessage id="cases.favorites.more" />
        </MoreButton>
      )}
    </>
  );
}
