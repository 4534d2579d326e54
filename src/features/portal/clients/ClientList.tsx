import { styled } from '@linaria/react';
import { cx } from '@linaria/core';
import { useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ClientCounts } from '#schemas/access/clients.ts';
import { providerLimits } from '#schemas/platform/limits.ts';
import { useClientsInfiniteQuery, type ClientsPlace } from '#src/api/access/clients.ts';
import { Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { useMediaQuery } from '#src/ui/useMediaQuery.ts';
import { formatFoundCount } from '#src/locale/formatFoundCount.ts';
import { WorkList, WorkListContent, WorkListRows } from '#src/ui/WorkList.tsx';
import { ClientRow, columnsClass } from './ClientRow.tsx';
import { clientViews, type ClientsAddress, type ClientView } from './useClientsAddress.ts';

const rowHeights = { wide: 72, phone: 112 } as const; // px

/** Column names above the rows. */
const Table = styled.div`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-height: 0;
  > [data-head] {
    padding: 0 var(--s-3) 0.6rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-medium);
  }
  @media (max-width: 767px) {
    > [data-head] {
      display: none;
    }
  }
`;

const viewTexts = {
  all: 'clients.view.all',
  none: 'clients.view.none',
  invited: 'clients.view.invited',
  expired: 'clients.view.expired',
  active: 'clients.view.active',
  disabled: 'clients.view.disabled',
  ended: 'clients.view.ended',
} as const satisfies Record<ClientView, string>;

/** Views that are offered: all that have clients, and the open one. */
const listShownViews = (view: ClientView, counts: ClientCounts | undefined) =>
  clientViews.filter((each) => each === 'all' || each === view || counts?.[each] !== 0);

type ListProps = { acc: string; address: ClientsAddress };

function Content({ acc, address, isEmpty }: ListProps & { isEmpty: boolean }) {
  const { view, search: q, linkTo, itemId } = address;
  const place: ClientsPlace = { acc, state: view === 'all' ? undefined : view, q };
  const paged = useClientsInfiniteQuery(place);
  const { currentData: data, error } = paged;
  const clients = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const isPhone = useMediaQuery('(max-width: 767px)');
  if (!data)
    return (
      <WorkListContent>
        {error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />}
      </WorkListContent>
    );
  if (clients.length === 0)
    return (
      <WorkListContent>
        <p role="status">
          <FormattedMessage id={isEmpty ? 'clients.empty' : 'clients.nothingFound'} />
        </p>
      </WorkListContent>
    );
  return (
    <WorkListRows
      key={isPhone ? 'phone' : 'wide'} // the height of a row is measured once
      items={clients}
      getKey={({ userId }) => userId}
      rowHeight={rowHeights[isPhone ? 'phone' : 'wide']}
      selectedKey={itemId}
      paged={paged}
      row={(client) => (
        <ClientRow
          client={client}
          to={linkTo(client.userId)}
          isSelected={client.userId === itemId}
        />
      )}
    >
      <MoreButton of={paged}>
        <FormattedMessage id="action.retry" />
      </MoreButton>
    </WorkListRows>
  );
}

type ClientListProps = ListProps & { counts: ClientCounts | undefined; tools: ReactNode };

/** Search, filters and rows of a firm's clients. */
export function ClientList({ acc, address, counts, tools }: ClientListProps) {
  const intl = useIntl();
  const { view, setView, search, setSearch } = address;
  return (
    <WorkList
      title={intl.formatMessage({ id: 'clients.title' })}
      tools={tools}
      search={{
        id: 'clients-search',
        label: intl.formatMessage({ id: 'clients.search' }),
        maxLength: providerLimits.maxSearchLength,
        value: search,
      }}
      onSearch={setSearch}
      chipsLabel={intl.formatMessage({ id: 'clients.views' })}
      chips={listShownViews(view, counts).map((each) => ({
        name: each,
        label: intl.formatMessage({ id: viewTexts[each] }) + formatFoundCount(counts?.[each]),
        isPressed: view === each,
        onPress: () => setView(each),
      }))}
    >
      <Table>
        <div data-head aria-hidden className={cx(columnsClass)}>
          <span>
            <FormattedMessage id="clients.column.name" />
          </span>
          <span>
            <FormattedMessage id="clients.column.access" />
          </span>
          <span>
            <FormattedMessage id="clients.cases" />
          </span>
        </div>
        <Content acc={acc} address={address} isEmpty={view === 'all' && search === ''} />
      </Table>
    </WorkList>
  );
}
