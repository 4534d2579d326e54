import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { providerLimits } from '#schemas/platform/limits.ts';
import {
  firmCaseViews,
  useCountFirmCasesQuery,
  useFirmCasesInfiniteQuery,
  type FirmCaseView,
} from '#src/api/cases/firmCases.ts';
import { Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { formatFoundCount } from '#src/locale/formatFoundCount.ts';
import { WorkList, WorkListContent, WorkListRows } from '#src/ui/WorkList.tsx';
import { FirmCaseRow } from './FirmCaseRow.tsx';
import type { FirmCasesAddress } from './useFirmCasesAddress.ts';

const rowHeight = 92; // px

const viewTexts = {
  open: 'firmCases.view.open',
  unanswered: 'firmCases.view.unanswered',
  closed: 'firmCases.view.closed',
} as const satisfies Record<FirmCaseView, string>;

type ListProps = { acc: string; address: FirmCasesAddress };

function Content({ acc, address }: ListProps) {
  const { view, search: q, caseId } = address;
  const paged = useFirmCasesInfiniteQuery({ acc, view, q });
  const { currentData: data, error } = paged;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  if (!data)
    return (
      <WorkListContent>
        {error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />}
      </WorkListContent>
    );
  if (items.length === 0)
    return (
      <WorkListContent>
        <p role="status">
          <FormattedMessage
            id={
              q
                ? 'firmCases.nothingFound'
                : view === 'unanswered'
                  ? 'firmCases.allAnswered'
                  : 'firmCases.empty'
            }
          />
        </p>
      </WorkListContent>
    );
  return (
    <WorkListRows
      items={items}
      getKey={(item) => item.caseId}
      rowHeight={rowHeight}
      selectedKey={caseId}
      paged={paged}
      row={(item) => (
        <FirmCaseRow
          shown={item}
          to={address.linkTo(item.caseId)}
          isSelected={item.caseId === caseId}
        />
      )}
    >
      <MoreButton of={paged}>
        <FormattedMessage id="action.retry" />
      </MoreButton>
    </WorkListRows>
  );
}

/** Search, views and rows of a firm's cases. */
export function FirmCaseList({
  acc,
  address,
  accountChoice,
}: ListProps & { /** of staff who work at several firms */ accountChoice: React.ReactNode }) {
  const intl = useIntl();
  const { data: waiting } = useCountFirmCasesQuery({ acc, view: 'unanswered' });
  const count = waiting === 0 ? '' : formatFoundCount(waiting);
  return (
    <WorkList
      title={intl.formatMessage({ id: 'firmCases.title' })}
      tools={accountChoice}
      search={{
        id: 'firm-cases-search',
        label: intl.formatMessage({ id: 'firmCases.search' }),
        maxLength: providerLimits.maxSearchLength,
        value: address.search,
      }}
      onSearch={address.setSearch}
      chipsLabel={intl.formatMessage({ id: 'firmCases.views' })}
      chips={firmCaseViews.map((view) => ({
        name: view,
        label: intl.formatMessage({ id: viewTexts[view] }) + (view === 'unanswered' ? count : ''),
        isPressed: address.view === view,
        onPress: () => address.setView(view),
      }))}
    >
      <Content acc={acc} address={address} />
    </WorkList>
  );
}
