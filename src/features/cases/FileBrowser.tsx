import { styled } from '@linaria/react';
import { useEffect, useId, useState, type SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CaseFilesQuery, ListedFile } from '#schemas/caseFiles.ts';
import { isPhoto } from '#schemas/files.rules.ts';
import { fileSize } from '#schemas/fileSize.rules.ts';
import { limits } from '#schemas/limits.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/caseFiles.ts';
import { Failure, Loading, MoreButton } from '#src/forms/Failure.tsx';
import { FileLink, type ListedWith } from '#src/gallery/FileLink.tsx';
import { FileThumbnail } from '#src/gallery/FileThumbnail.tsx';
import { middleClipped } from '#src/lib/middleClipped.ts';
import { moveFocus } from '#src/lib/moveFocus.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { Files, MagnifyingGlass } from '#src/ui/icons.ts';
import type { CasePlace } from './CasePane.tsx';
import { inFileGroups, type FileGroup } from './fileGroups.ts';
import { FileTile } from './FileTile.tsx';
import { Tiles } from './fileTiles.ts';
import { Nothing } from './Nothing.tsx';
import { useShortDate } from './useShortDate.ts';

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

const nameLength = 60; // as many as a row has room for in two or three lines; calls.md §9 asks for 20 only where a file is a chip
const searchFrom = 13; // files in the case
const pauseMs = 250; // of somebody who types, before the files are asked for

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
  return inFileGroups(files, now).map(({ group, files: members }) => (
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
        const size = fileSize(file.size, intl.formatNumber);
        return (
          <li key={file.fileId}>
            <FileLink
              file={file}
              listed={listed}
              label={intl.formatMessage({ id: 'cases.file' }, { name: file.fileName, size })}
            >
              <FileThumbnail file={{ id: file.fileId, extension: file.fileExtension }} />
              <span>
                {middleClipped(file.fileName, nameLength)}
                <small>
                  {shortDate(file.creationDate)}, {size}
                </small>
              </span>
            </FileLink>
          </li>
        );
      })}
    </List>
  );
}

/** All files of a case in two tabs (product.md §2.4, Right sidebar, Files): photos by when they came, documents by date. */
export function FileBrowser({ place: { acc, akte } }: { place: CasePlace }) {
  const intl = useIntl();
  const id = useId();
  const [now] = useState(() => new Date());
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const [wanted, setWanted] = useState<Kind>();
  const whole = useCaseFilesInfiniteQuery({ acc, akte, ...(search ? { Search: search } : {}) });
  const counts = (whole.currentData ?? whole.data)?.pages[0];
  const kind =
    wanted ??
    (counts && counts.photoCount === 0 && counts.documentCount > 0 ? 'documents' : 'photos');
  const listed: ListedWith = { Kind: kind, ...(search ? { Search: search } : {}) };
  // Where one page holds all of them, both tabs are in it; where not, each asks for its own, a page at a time.
  const all =
    whole.currentData && !whole.hasNextPage
      ? whole.currentData.pages.flatMap((page) => page.files)
      : undefined;
  const ofKind = useCaseFilesInfiniteQuery(
    { acc, akte, ...listed },
    { skip: !whole.currentData || all !== undefined },
  );
  const failure = ofKind.error ?? whole.error;

  if (counts?.totalFiles === 0)
    return (
      <Nothing icon={Files}>
        <FormattedMessage id="cases.files.none" />
      </Nothing>
    );
  const notYet = failure ? (
    <Failure error={failure} retry={whole.error ? whole.refetch : ofKind.refetch} />
  ) : (
    <Loading />
  );
  if (!counts) return notYet;

  function handleSearch(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSearch(typed.trim());
  }

  const count = { photos: counts.photoCount, documents: counts.documentCount };
  const files =
    all?.filter(({ fileExtension }) => isPhoto(fileExtension) === (kind === 'photos')) ??
    ofKind.currentData?.pages.flatMap((page) => page.files);
  const searchLabel = intl.formatMessage({ id: 'cases.files.search' });
  return (
    <>
      {counts.totalFiles >= searchFrom && (
        <Search role="search" aria-label={searchLabel} onSubmit={handleSearch}>
          <div className={fieldWithIcon} data-icon="before">
            <MagnifyingGlass size={20} aria-hidden />
            <input
              className={fieldClass}
              name="name"
              type="search"
              maxLength={limits.case.maxSearchLength}
              enterKeyHint="search"
              aria-label={searchLabel}
              placeholder={searchLabel}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        </Search>
      )}
      <Tabs
        role="tablist"
        aria-label={intl.formatMessage({ id: 'cases.files' })}
        onKeyDown={(event) => moveFocus(event, 'row', '[role=tab]')}
      >
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={each === kind}
            aria-controls={`${id}-panel`}
            tabIndex={each === kind ? 0 : -1}
            onClick={() => setWanted(each)}
          >
            <FormattedMessage id={tabTitles[each]} values={{ count: count[each] }} />
          </button>
        ))}
      </Tabs>
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
        {files && !all && (
          <MoreButton of={ofKind}>
            <FormattedMessage id="cases.files.more" />
          </MoreButton>
        )}
      </Panel>
    </>
  );
}
