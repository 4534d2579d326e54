import { styled } from '@linaria/react';
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseFilesQuery, ListedFile } from '#schemas/cases/caseFiles.ts';
import { isPhoto } from '#schemas/files/files.rules.ts';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/cases/caseFiles.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { FileLink, type ListedWith } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { clipMiddle } from '#src/ui/clipMiddle.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { moveFocus } from '#src/ui/moveFocus.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { Files } from '#src/ui/portalIcons.ts';
import { groupFiles, type FileGroup } from './fileGroups.ts';
import { FileTile } from './FileTile.tsx';
import { Tiles } from './fileTiles.ts';
import { EmptyState } from '#src/features/cases/EmptyState.tsx';
import { useNow } from '#src/locale/useMoment.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Tabs = styled.div`
  display: flex;
  margin-bottom: var(--s-3);
  border-bottom: 1px solid var(--border);
  > button {
    position: relative;
    flex: 1;
    min-height: var(--target-min);
    padding: 0.25rem 0.5rem;
    border: 0;
    background: none;
    color: var(--muted);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  > button:hover {
    color: var(--text);
  }
  > button[aria-selected='true'] {
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  > button[aria-selected='true']::after {
    content: '';
    position: absolute;
    inset: auto 0.5rem 0;
    height: 3px;
    border-radius: 3px 3px 0 0;
    background: var(--accent-edge);
  }
`;
const Search = styled.form`
  margin-bottom: var(--s-3);
`;
const Panel = styled.div`
  h3 {
    margin: var(--s-3) 0 var(--s-2);
    color: var(--muted);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  h3:first-child {
    margin-top: 0;
  }
  > button {
    margin-top: var(--s-3);
  }
`;
const List = styled.ul`
  > li + li {
    border-top: 1px solid var(--border);
  }
  a {
    display: grid;
    grid-template-columns: 2.25rem minmax(0, 1fr);
    gap: 0.65rem;
    align-items: center;
    min-height: var(--target-min);
    padding: 0.5rem 0;
    color: inherit;
    font-size: var(--text-sm);
    line-height: 1.3;
    text-decoration: none;
  }
  a:hover > span:last-child {
    text-decoration: underline;
  }
  [data-type] {
    height: 2.25rem;
    border: 1px solid var(--border);
    border-radius: var(--r-xs);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`;

const nameLength = 60; // characters that fit a row in two or three lines
const searchFrom = 13; // files of the case
const pauseMs = 250; // debounce of the search field

type Kind = NonNullable<CaseFilesQuery['Kind']>;
const kinds = ['photos', 'documents'] as const satisfies Kind[];
const tabTitles = {
  photos: 'cases.files.photos',
  documents: 'cases.files.documents',
} as const satisfies Record<Kind, string>;
const emptyTexts = {
  photos: 'cases.files.photos.none',
  documents: 'cases.files.documents.none',
} as const satisfies Record<Kind, string>;
const groupTitles = {
  today: 'cases.files.today',
  yesterday: 'cases.yesterday',
  thisWeek: 'cases.files.thisWeek',
  lastWeek: 'cases.files.lastWeek',
  thisMonth: 'cases.files.thisMonth',
  lastMonth: 'cases.files.lastMonth',
  longAgo: 'cases.files.longAgo',
} as const satisfies Record<FileGroup, string>;

type ListProps = { files: readonly ListedFile[]; listed: ListedWith };

function Photos({ files, listed, now }: ListProps & { now: Date }) {
  return groupFiles(files, now).map(({ group, files: members }) => (
    <section key={group}>
      <h3>
        <FormattedMessage id={groupTitles[group]} />
      </h3>
      <Tiles>
        {members.map((file) => (
          <li key={file.fileId}>
            <FileTile file={file} listed={listed} />
          </li>
        ))}
      </Tiles>
    </section>
  ));
}

function Documents({ files, listed }: ListProps) {
  const intl = useIntl();
  const shortDate = useShortDate();
  return (
    <List>
      {files.map((file) => {
        const size = formatFileSize(file.size, intl.formatNumber);
        return (
          <li key={file.fileId}>
            <FileLink
              file={file}
              listed={listed}
              label={intl.formatMessage({ id: 'cases.file' }, { name: file.fileName, size })}
            >
              <FileThumbnail file={{ ...file, id: file.fileId, extension: file.fileExtension }} />
              <span>
                <WrappedText>{clipMiddle(file.fileName, nameLength)}</WrappedText>
                <small>{`${shortDate(file.creationDate)}, ${size}`}</small>
              </span>
            </FileLink>
          </li>
        );
      })}
    </List>
  );
}

/** Search field's text, and its debounced copy to search for. */
function useDebouncedSearch() {
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { search, setTyped, searchNow: () => setSearch(typed.trim()) };
}

/** Loads the files of one kind, and the counts of both. */
function useListedFiles({ acc, akte }: TimelineRef, search: string, wanted: Kind | undefined) {
  const searched = search ? { Search: search } : {};
  const whole = useCaseFilesInfiniteQuery({ acc, akte, ...searched });
  const counts = (whole.currentData ?? whole.data)?.pages[0];
  const kind =
    wanted ??
    (counts && counts.photoCount === 0 && counts.documentCount > 0 ? 'documents' : 'photos');
  const listed: ListedWith = { Kind: kind, ...searched };
  // One page serves both tabs when it holds all files; otherwise each tab loads its own pages.
  const all =
    whole.currentData && !whole.hasNextPage
      ? whole.currentData.pages.flatMap((page) => page.files)
      : undefined;
  const pages = useCaseFilesInfiniteQuery(
    { acc, akte, ...listed },
    { skip: !whole.currentData || all !== undefined },
  );
  return {
    counts,
    kind,
    listed,
    files:
      all?.filter(({ fileExtension }) => isPhoto(fileExtension) === (kind === 'photos')) ??
      pages.currentData?.pages.flatMap((page) => page.files),
    /** pages of this kind, unless one page holds all files */
    pages: all ? undefined : pages,
    error: pages.error ?? whole.error,
    retry: whole.error ? whole.refetch : pages.refetch,
  };
}

function FileSearch({
  onType,
  onSubmit,
}: {
  onType: (text: string) => void;
  onSubmit: () => void;
}) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'cases.files.search' });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <Search role="search" aria-label={label} onSubmit={handleSubmit}>
      <div className={fieldWithIcon} data-icon="before">
        <MagnifyingGlass size={20} aria-hidden />
        <input
          className={fieldClass}
          name="name"
          type="search"
          maxLength={caseLimits.maxSearchLength}
          enterKeyHint="search"
          aria-label={label}
          placeholder={label}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
    </Search>
  );
}

type KindTabsProps = {
  id: string;
  selected: Kind;
  counts: Record<Kind, number>;
  onSelect: (kind: Kind) => void;
};

function KindTabs({ id, selected, counts, onSelect }: KindTabsProps) {
  const intl = useIntl();
  return (
    <Tabs
      role="tablist"
      aria-label={intl.formatMessage({ id: 'cases.files' })}
      onKeyDown={(event) => moveFocus(event, 'row', '[role=tab]')}
    >
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          role="tab"
          id={`${id}-${kind}`}
          aria-selected={kind === selected}
          aria-controls={`${id}-panel`}
          tabIndex={kind === selected ? 0 : -1}
          onClick={() => onSelect(kind)}
        >
          <FormattedMessage id={tabTitles[kind]} values={{ count: counts[kind] }} />
        </button>
      ))}
    </Tabs>
  );
}

/** All files of a case in two tabs: photos grouped by time, documents by date. */
export function FileBrowser({ place }: { place: TimelineRef }) {
  const id = useId();
  const now = useNow();
  const { search, setTyped, searchNow } = useDebouncedSearch();
  const [wanted, setWanted] = useState<Kind>();
  const { counts, kind, listed, files, pages, error, retry } = useListedFiles(
    place,
    search,
    wanted,
  );

  if (counts?.totalFiles === 0)
    return (
      <EmptyState icon={Files}>
        <FormattedMessage id="cases.files.none" />
      </EmptyState>
    );
  const notYet = error ? <Failure error={error} retry={retry} /> : <Loading />;
  if (!counts) return notYet;

  return (
    <>
      {counts.totalFiles >= searchFrom && <FileSearch onType={setTyped} onSubmit={searchNow} />}
      <KindTabs
        id={id}
        selected={kind}
        counts={{ photos: counts.photoCount, documents: counts.documentCount }}
        onSelect={setWanted}
      />
      <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${kind}`}>
        {!files && notYet}
        {files?.length === 0 && (
          <p role="status">
            <FormattedMessage
              id={search ? 'cases.files.notFound' : emptyTexts[kind]}
              values={{ search }}
            />
          </p>
        )}
        {files && kind === 'photos' && <Photos files={files} listed={listed} now={now} />}
        {files && kind === 'documents' && <Documents files={files} listed={listed} />}
        {files && pages && (
          <MoreButton of={pages}>
            <FormattedMessage id="cases.files.more" />
          </MoreButton>
        )}
      </Panel>
    </>
  );
}
