import { styled } from '@linaria/react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { findUnreadFolder, countUnread } from '#schemas/cases/cases.rules.ts';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { CaretDown } from '#src/ui/icons.ts';
import { CaretRight } from '#src/ui/portalIcons.ts';
import { Clipped } from '#src/ui/Clipped.tsx';
import { cutText } from '#src/ui/cutText.ts';
import { Categories } from '#src/features/cases/Categories.tsx';
import { FolderTree } from '#src/features/cases/FolderTree.tsx';
import { useCaseAddress } from '#src/features/cases/caseView.ts';
import { useCaseWidth } from '#src/features/cases/useCaseWidth.ts';
import { useLastAuthor } from '#src/features/cases/useLastAuthor.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';

const Item = styled.li`
  position: relative;
  padding: 0.85rem 1.1rem 0.9rem 1rem;
  border: 1px solid transparent;
  border-right: 0;
  border-radius: var(--r-lg) 0 0 var(--r-lg);
  line-height: 1.35;
  & + &::before {
    content: '';
    position: absolute;
    left: 1rem;
    right: 1.1rem;
    top: -1px;
    border-top: 1px solid var(--border);
  }
  &[data-selected]::before,
  &[data-selected] + &::before {
    display: none;
  }
  &:hover:not([data-selected]) {
    background: var(--accent-tint);
  }
  &[data-selected] {
    background: var(--surface);
    border-color: var(--border);
    z-index: 1;
    scroll-margin-block: var(--s-2); /* its edge is not cut by a fraction of a pixel */
  }
  > a {
    display: block;
    color: inherit;
    text-decoration: none;
  }
  > a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
  }
  > a > [data-who] {
    display: flex;
    justify-content: space-between;
    gap: 0.6rem;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > a > [data-who] > span {
    display: flex;
    gap: 0.4rem;
    align-items: center;
    min-width: 0;
  }
  > a > [data-who] > span::before {
    content: '';
    flex: none;
    width: 0.6rem;
    height: 0.6rem;
    border-radius: 2px;
    background: var(--accent);
    box-shadow: 0 0 0 1px var(--accent-edge);
  }
  > a > [data-who] > span > span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > a > [data-who] > time {
    flex: none;
  }
  > a > [data-creator] {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
  }
  > a > [data-title] {
    display: flex;
    justify-content: space-between;
    gap: 0.5rem;
    margin-top: 0.12rem;
    font-weight: var(--fw-strong);
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  > a > [data-title] > :first-child {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  > a > [data-last] {
    display: block;
    margin-top: 0.1rem;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  &[data-unread] > a > [data-last] {
    color: var(--text);
  }
  > button {
    position: relative;
    z-index: 1;
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    min-height: 2rem;
    margin-top: 0.5rem;
    padding: 0.1rem 0.6rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-full);
    background: var(--raised);
    color: var(--text);
    font-size: var(--text-xs);
    font-weight: var(--fw-medium);
    text-align: left;
  }
  > button:hover {
    background: var(--sunken);
  }
  @media (max-width: 767px) {
    &,
    &[data-selected] {
      border: 0;
      border-radius: 0;
      background: none;
      padding-inline: var(--gutter);
    }
    & + &::before {
      left: var(--gutter);
      right: var(--gutter);
    }
  }
`;

/** Characters of a title; the list is narrow on a tablet. */
const lengths = {
  tablet: { account: 15, creator: 20, preview: 20 },
  other: { account: 20, creator: 30, preview: 30 },
};

function CaseLink({
  shown,
  unread,
  isSelected,
}: {
  shown: CaseSummary;
  unread: number;
  isSelected: boolean;
}) {
  const intl = useIntl();
  const shortDate = useShortDate();
  const address = useCaseAddress();
  const width = useCaseWidth();
  const { account, creator, preview } = lengths[width === 'tablet' ? 'tablet' : 'other'];
  // The open case leads to its own messages; its folders are below.
  const folder = isSelected ? undefined : findUnreadFolder(shown)?.id;
  const { accountName, creatorFirstName, creatorLastName, header, lastMessage, lastMessageDate } =
    shown;
  const creatorName = `${creatorFirstName} ${creatorLastName}`.trim();
  const author = useLastAuthor()(shown);
  return (
    <Link to={address(shown, { folder })} aria-current={isSelected ? 'true' : undefined}>
      <span data-who>
        <span>
          <Clipped text={accountName} length={account} />
        </span>
        {lastMessageDate && <time dateTime={lastMessageDate}>{shortDate(lastMessageDate)}</time>}
      </span>
      <span data-title>
        <span title={header}>{header}</span>
        <CountBadge
          count={unread}
          label={intl.formatMessage({ id: 'cases.unread' }, { count: unread })}
        />
      </span>
      {creatorName && (
        <span data-creator>
          <Clipped text={creatorName} length={creator} />
        </span>
      )}
      {lastMessage && (
        <span data-last title={lastMessage}>
          {`${author === creatorName ? '' : `${author}: `}${cutText(lastMessage, preview)}`}
        </span>
      )}
    </Link>
  );
}

/** Button that shows and hides the folders. While hidden, it counts their unread messages. */
function FolderChip({
  shown: { folderCount, totalUnreadMessageInFolder: unread },
  isOpen,
  onToggle,
}: {
  shown: CaseSummary;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const label = isOpen
    ? 'cases.folders.hide'
    : unread > 0
      ? 'cases.folders.new'
      : 'cases.folders.show';
  return (
    <button type="button" aria-expanded={isOpen} onClick={onToggle}>
      {isOpen ? <CaretDown size={14} aria-hidden /> : <CaretRight size={14} aria-hidden />}
      <FormattedMessage
        id={label}
        values={{ count: label === 'cases.folders.new' ? unread : folderCount }}
      />
    </button>
  );
}

/** One case in the list. Its chip toggles the folders and shows their unread count. */
export function CaseItem({
  shown,
  isSelected,
  folder,
}: {
  shown: CaseSummary;
  isSelected: boolean;
  folder: string | undefined;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const [isToggled, setIsToggled] = useState(false);
  const { categories, folderCount, mainColor, secondaryColor } = shown;
  const unread = countUnread(shown);
  const isOpen = isSelected !== isToggled; // the open case shows its folders by default
  return (
    <Item
      ref={item}
      data-brand
      data-selected={isSelected ? '' : undefined}
      data-unread={unread > 0 ? '' : undefined}
      style={{ '--brand': mainColor, '--brand-2': secondaryColor } as CSSProperties}
    >
      <CaseLink shown={shown} unread={unread} isSelected={isSelected} />
      <Categories categories={categories} />
      {folderCount > 0 && (
        <FolderChip shown={shown} isOpen={isOpen} onToggle={() => setIsToggled(!isToggled)} />
      )}
      {folderCount > 0 && isOpen && (
        <FolderTree shown={shown} folder={isSelected ? folder : undefined} />
      )}
    </Item>
  );
}
