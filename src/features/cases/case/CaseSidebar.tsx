import { styled } from '@linaria/react';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/cases/caseFiles.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { ArrowLeft, X } from '#src/ui/icons.ts';
import { CaseDetails } from './CaseDetails.tsx';
import { detailsButtonId, sidebarId } from './DetailsButton.tsx';
import { FavoriteList } from '#src/features/cases/files/FavoriteList.tsx';
import { FileBrowser } from '#src/features/cases/files/FileBrowser.tsx';
import { CaseSearch } from '#src/features/cases/search/CaseSearch.tsx';
import { useCaseAddress, type CaseLayout, type CaseTab } from '#src/features/cases/caseView.ts';

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

/** Traps the focus while the sidebar covers the case. Escape closes it and returns the focus. */
function useOverlay(isOver: boolean, close: () => void) {
  const ref = useRef<HTMLElement>(null);
  const handleClose = useEffectEvent(close);
  // A layout effect is cleaned up before the element is removed, so the focus is still known.
  useLayoutEffect(() => {
    const aside = ref.current;
    if (!isOver || !aside) return undefined;
    aside.focus({ preventScroll: true });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) handleClose();
    };
    // in the same effect as the focus, so that an early Escape works
    addEventListener('keydown', handleKey);
    return () => {
      removeEventListener('keydown', handleKey);
      if (aside.contains(document.activeElement)) document.getElementById(detailsButtonId)?.focus();
    };
  }, [isOver]);
  return ref;
}

type CaseSidebarProps = {
  shown: CaseSummary;
  place: TimelineRef;
  tab: CaseTab;
  beside: NonNullable<CaseLayout['beside']>;
  isOver: boolean;
};

type Beside = CaseSidebarProps['beside'];

/** Returns the view to show. When a case has no files, the details replace the file list. */
function useShownView({ acc, akte }: TimelineRef, wanted: Beside): Beside {
  const { data } = useCaseFilesInfiniteQuery({ acc, akte });
  const hasNoFiles = data?.pages[0]?.totalFiles === 0;
  return wanted === 'akte_files' && hasNoFiles ? 'akte_details' : wanted;
}

/** Content of the sidebar. Its heading is hidden above the details, and in the overlay's header. */
function SidebarView({ shown, place, beside, isOver }: Omit<CaseSidebarProps, 'tab'>) {
  const address = useCaseAddress();
  const sideAfter = isOver ? undefined : beside;
  const title = <FormattedMessage id={titles[beside]} />;
  if (beside === 'akte_details')
    return (
      <>
        {!isOver && <h2 className={visuallyHidden}>{title}</h2>}
        <CaseDetails shown={shown} place={place} sideAfter={sideAfter} />
      </>
    );
  return (
    <div>
      {!isOver && <h2>{title}</h2>}
      {beside === 'akte_files' && <FileBrowser place={place} />}
      {beside === 'favorite_messages' && <FavoriteList shown={shown} sideAfter={sideAfter} />}
      {beside === 'search_messages' && (
        <CaseSearch
          within={{ acc: place.acc, akte: place.akte }}
          getAddress={({ folderId, messageId }) =>
            address(shown, { folder: folderId ?? undefined, side: sideAfter, message: messageId })
          }
        />
      )}
    </div>
  );
}

/** Sidebar of a case, or an overlay on narrow screens: details, files, favourites or search. */
export function CaseSidebar({ shown, place, tab, beside: wanted, isOver }: CaseSidebarProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const address = useCaseAddress();
  const close = () => void navigate(address(shown, { folder: place.folder, tab }));
  const ref = useOverlay(isOver, close);
  const beside = useShownView(place, wanted);
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
      <SidebarView {...{ shown, place, beside, isOver }} />
    </Aside>
  );
}
