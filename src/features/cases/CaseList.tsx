import { styled } from '@linaria/react';
import type { SubmitEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { limits } from '#schemas/limits.ts';
import { api, liveTags } from '#src/api/api.ts';
import { useListCasesInfiniteQuery } from '#src/api/cases.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { caseSearchParam } from '#src/lib/paths.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { ArrowClockwise, MagnifyingGlass } from '#src/ui/icons.ts';
import { CaseGroups } from './CaseGroups.tsx';
import type { CaseViews } from './CasePane.tsx';
import { useCaseAddress } from './caseView.ts';

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

/** The cases, last active first. A search is kept in the address, so that back leads to the whole list. */
export function CaseList({
  selectedId,
  folder,
  hits,
}: {
  selectedId: string | undefined;
  folder: string | undefined;
  hits: CaseViews['hits'];
}) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const address = useCaseAddress();
  const [query, setQuery] = useSearchParams();
  const search = query.get(caseSearchParam) ?? '';
  const { isFetching } = useListCasesInfiniteQuery(search);

  function handleSearch(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(caseSearchParam);
    const wanted = typeof typed === 'string' ? typed.trim() : '';
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (wanted) next.set(caseSearchParam, wanted);
      else next.delete(caseSearchParam);
      return next;
    });
  }

  const Title = selectedId === undefined ? 'h1' : 'h2'; // the page is about the case that is open
  const HitsTitle = selectedId === undefined ? 'h2' : 'h3';
  const refresh = () => void dispatch(api.util.invalidateTags([...liveTags]));
  return (
    <Frame aria-labelledby="cases-title">
      <header>
        <Title id="cases-title">
          <FormattedMessage id="cases.title" />
        </Title>
        <IconButton
          label={intl.formatMessage({ id: 'cases.refresh' })}
          icon={<ArrowClockwise size={20} aria-hidden />}
          onClick={refresh}
          aria-busy={isFetching || undefined}
        />
      </header>
      <form role="search" onSubmit={handleSearch}>
        <MagnifyingGlass size={20} aria-hidden />
        <input
          key={search}
          name={caseSearchParam}
          type="search"
          defaultValue={search}
          maxLength={limits.case.maxSearchLength}
          enterKeyHint="search"
          aria-label={intl.formatMessage({ id: 'cases.search' })}
          placeholder={intl.formatMessage({ id: 'cases.search' })}
        />
      </form>
      <div>
        <CaseGroups search={search} selectedId={selectedId} folder={folder} />
        {search && (
          <section data-hits aria-labelledby="message-hits">
            <HitsTitle id="message-hits">
              <FormattedMessage id="search.messages" />
            </HitsTitle>
            {hits(search, ({ akteIdHash, accountId, folderId, messageId }) =>
              address(
                { idHash: akteIdHash, accountId },
                { folder: folderId ?? undefined, message: messageId },
              ),
            )}
          </section>
        )}
      </div>
    </Frame>
  );
}
