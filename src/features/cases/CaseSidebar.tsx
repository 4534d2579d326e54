import { styled } from '@linaria/react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/caseFiles.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowLeft, X } from '#src/ui/icons.ts';
import { CaseDetails } from './CaseDetails.tsx';
import type { CasePlace, CaseViews } from './CasePane.tsx';
import { detailsButtonId, sidebarId } from './DetailsButton.tsx';
import { FavoriteList } from './FavoriteList.tsx';
import { FileBrowser } from './FileBrowser.tsx';
import { useCaseAddress, type CaseLayout, type CaseTab } from './caseView.ts';

const Aside = styled.aside`
  min-width: 0;
  min-height: 0;
  overflow: auto;
  border-left: 1px solid var(--border);
  background: var(--sunken);
  overscroll-behavior: contain;
  &:focus {
    outline: none;
  }
  &[data-over] {
    grid-area: 2 / 1;
    z-index: var(--z-sidebar);
    justify-self: end;
    width: min(100%, 22rem);
    height: 100%;
    box-shadow: var(--shadow-3);
  }
  > header {
    display: flex;
    gap: var(--s-2);
    justify-content: space-between;
    align-items: center;
    padding: 0.35rem 0.5rem 0.35rem var(--s-5);
    border-bottom: 1px solid var(--border);
  }
  > header > h2 {
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > a {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: var(--target-min);
    padding: 0 var(--s-5);
    font-size: var(--text-sm);
  }
  > div {
    padding: var(--s-2) var(--s-5) var(--s-6);
  }
  > div > h2 {
    margin-bottom: var(--s-2);
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  @media (max-width: 767px) {
    &[data-over] {
      width: 100%;
      border-left: 0;
      box-shadow: none;
    }
  }
  @media print {
    display: none;
  }
`;

const titles = {
  akte_details: 'cases.details',
  akte_files: 'cases.files',
  favorite_messages: 'cases.favorites',
  search_messages: 'search.inCase',
} as const;

/** Takes the focus while it lies over the case, gives it back when it goes, and goes with Escape. */
function useOverlay(isOver: boolean, close: () => void) {
  const ref = useRef<HTMLElement>(null);
  const handleClose = useEffectEvent(close);
  // A layout effect ends before the element leaves the page: only then is it known that it had the focus.
  useLayoutEffect(() => {
    const aside = ref.current;
    if (!isOver || !aside) return undefined;
    aside.focus({ preventScroll: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) handleClose();
    };
    addEventListener('keydown', handleKey); // together with the focus: who is quick presses Escape at once
    return () => {
      removeEventListener('keydown', handleKey);
      if (aside.contains(document.activeElement)) document.getElementById(detailsButtonId)?.focus();
    };
  }, [isOver]);
  return ref;
}

type CaseSidebarProps = {
  shown: CaseSummary;
  place: CasePlace;
  tab: CaseTab;
  beside: NonNullable<CaseLayout['beside']>;
  isOver: boolean;
  search: CaseViews['search'];
  showToast: ShowToast;
};

/** Beside a case, or over it where there is no room: its details, files or favourites, or the search in it. */
export function CaseSidebar({
  shown,
  place,
  tab,
  beside: wanted,
  isOver,
  search,
  showToast,
}: CaseSidebarProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const address = useCaseAddress();
  const close = () => void navigate(address(shown, { folder: place.folder, tab }));
  const ref = useOverlay(isOver, close);
  const hasNoFiles =
    useCaseFilesInfiniteQuery({ acc: place.acc, akte: place.akte }).data?.pages[0]?.totalFiles ===
    0;
  const beside = wanted === 'akte_files' && hasNoFiles ? 'akte_details' : wanted; // product.md §2.4: closes to details
  const sideAfter = isOver ? undefined : beside;
  return (
    <Aside
      ref={ref}
      id={sidebarId}
      tabIndex={-1}
      data-over={isOver ? '' : undefined}
      aria-label={intl.formatMessage({ id: titles[beside] })}
    >
      {isOver && (
        <header>
          <h2>
            <FormattedMessage id={titles[beside]} />
          </h2>
          <IconButton
            label={intl.formatMessage({ id: 'action.close' })}
            icon={<X size={20} aria-hidden />}
            onClick={close}
          />
        </header>
      )}
      {beside !== 'akte_details' && (
        <Link to={address(shown, { folder: place.folder, tab, side: 'akte_details' })}>
          <ArrowLeft size={18} aria-hidden />
          <FormattedMessage id="cases.toDetails" />
        </Link>
      )}
      {beside === 'akte_details' && !isOver && (
        <h2 className={visuallyHidden}>
          <FormattedMessage id="cases.details" />
        </h2>
      )}
      {beside === 'akte_details' && (
        <CaseDetails shown={shown} place={place} sideAfter={sideAfter} showToast={showToast} />
      )}
      {beside === 'akte_files' && (
        <div>
          {!isOver && (
            <h2>
              <FormattedMessage id="cases.files" />
            </h2>
          )}
          <FileBrowser place={place} />
        </div>
      )}
      {beside === 'favorite_messages' && (
        <div>
          {!isOver && (
            <h2>
              <FormattedMessage id="cases.favorites" />
            </h2>
          )}
          <FavoriteList shown={shown} sideAfter={sideAfter} showToast={showToast} />
        </div>
      )}
      {beside === 'search_messages' && (
        <div>
          {!isOver && (
            <h2>
              <FormattedMessage id="search.inCase" />
            </h2>
          )}
          {search(place, ({ folderId, messageId }) =>
            address(shown, { folder: folderId ?? undefined, side: sideAfter, message: messageId }),
          )}
        </div>
      )}
    </Aside>
  );
}
