import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import { useListCasesInfiniteQuery } from '#src/api/cases/cases.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { paths } from '#src/routing/paths.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { ArrowClockwise, LockSimple } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { CaseGroups } from './CaseGroups.tsx';
import { CaseHits, SearchField, useAddressedSearch } from './CaseSearchField.tsx';

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
  > div {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding-bottom: var(--s-4);
    direction: rtl; /* a scrollbar with a width is at the left, not between case and sheet */
  }
  > div > * {
    direction: ltr;
  }
  > div > [data-locked] {
    display: flex;
    gap: 0.5rem;
    padding: var(--s-4);
    font-size: var(--text-sm);
  }
`;

type CaseListProps = { selectedId: string | undefined; folder: string | undefined };

/** Accounts that list no cases before their activation, each with a link to it. */
function LockedAccounts() {
  const accounts = useListAccountsQuery().data?.accounts ?? [];
  return accounts
    .filter(({ isActivated }) => !isActivated)
    .map(({ id, name }) => (
      <p key={id} data-locked>
        <LockSimple size={20} aria-hidden />
        <span>
          <FormattedMessage
            id="cases.locked"
            values={{
              name,
              link: (words) => (
                <Link key={id} to={paths.activation(id)}>
                  <WrappedText>{words}</WrappedText>
                </Link>
              ),
            }}
          />
        </span>
      </p>
    ));
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
        <LockedAccounts />
        {search && <CaseHits search={search} level={isWholePage ? 'h2' : 'h3'} />}
      </div>
    </Frame>
  );
}
