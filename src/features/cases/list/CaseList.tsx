import { styled } from '@linaria/react';
import type { SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { caseLimits } from '#schemas/cases/limits.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import { useListCasesInfiniteQuery } from '#src/api/cases/cases.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { caseSearchParam } from '#src/routing/paths.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { ArrowClockwise, MagnifyingGlass } from '#src/ui/icons.ts';
import { CaseGroups } from './CaseGroups.tsx';
import { MessageHits } from '#src/features/cases/search/MessageHits.tsx';
import { useCaseAddress } from '#src/features/cases/caseView.ts';

const Frame = styled.section`
  display: flex;
  flex-direction: column;
  min-height: 0;
  > header {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding: 0 var(--s-3) var(--s-2) var(--s-4);
  }
  > header > :first-child {
    font-size: var(--text-2xl);
  }
  > form {
    position: relative;
    margin: 0 var(--s-4) var(--s-3);
  }
  > form > svg {
    position: absolute;
    left: 0.75rem;
    top: 0.8rem;
    color: var(--muted);
  }
  > form > input {
    width: 100%;
    min-height: var(--target-min);
    padding: 0.35rem 0.75rem 0.35rem 2.5rem;
    background: var(--field);
    color: var(--text);
    border: 1px solid var(--border-strong);
    border-radius: var(--r-md);
  }
  > div {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding-bottom: var(--s-4);
  }
  > div > [data-hits] {
    padding: var(--s-4);
  }
  > div > [data-hits] > :first-child {
    font: var(--fw-strong) var(--text-md)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
`;

type CaseListProps = { selectedId: string | undefined; folder: string | undefined };

/** Search in the address. */
function useAddressedSearch() {
  const [query, setQuery] = useSearchParams();
  function setSearch(search: string): void {
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (search) next.set(caseSearchParam, search);
      else next.delete(caseSearchParam);
      return next;
    });
  }
  return [query.get(caseSearchParam) ?? '', setSearch] as const;
}

type SearchFieldProps = { search: string; onSearch: (search: string) => void };

function SearchField({ search, onSearch }: SearchFieldProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'cases.search' });

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(caseSearchParam);
    onSearch(typeof typed === 'string' ? typed.trim() : '');
  }

  return (
    <form role="search" onSubmit={handleSubmit}>
      <MagnifyingGlass size={20} aria-hidden />
      <input
        key={search}
        name={caseSearchParam}
        type="search"
        defaultValue={search}
        maxLength={caseLimits.maxSearchLength}
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
      />
    </form>
  );
}

/** Search results among the messages of all cases. */
function Hits({ search, level }: { search: string; level: 'h2' | 'h3' }) {
  const address = useCaseAddress();
  const Title = level;
  return (
    <section data-hits aria-labelledby="message-hits">
      <Title id="message-hits">
        <FormattedMessage id="search.messages" />
      </Title>
      <MessageHits
        search={search}
        addressOf={({ akteIdHash, accountId, folderId, messageId }) =>
          address(
            { idHash: akteIdHash, accountId },
            { folder: folderId ?? undefined, message: messageId },
          )
        }
      />
    </section>
  );
}

/** List of cases, last active first. The search is in the address, so Back clears it. */
export function CaseList({ selectedId, folder }: CaseListProps) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const [search, setSearch] = useAddressedSearch();
  const { isFetching } = useListCasesInfiniteQuery(search);
  const isWholePage = selectedId === undefined; // otherwise the open case names the page
  const Title = isWholePage ? 'h1' : 'h2';
  return (
    <Frame aria-labelledby="cases-title">
      <header>
        <Title id="cases-title">
          <FormattedMessage id="cases.title" />
        </Title>
        <IconButton
          label={intl.formatMessage({ id: 'cases.refresh' })}
          icon={<ArrowClockwise size={20} aria-hidden />}
          onClick={() => void dispatch(api.util.invalidateTags([...liveTags]))}
          aria-busy={isFetching || undefined}
        />
      </header>
      <SearchField search={search} onSearch={setSearch} />
      <div>
        <CaseGroups search={search} selectedId={selectedId} folder={folder} />
        {search && <Hits search={search} level={isWholePage ? 'h2' : 'h3'} />}
      </div>
    </Frame>
  );
}
