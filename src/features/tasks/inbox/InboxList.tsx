import { FormattedMessage, useIntl } from 'react-intl';
import { providerLimits } from '#schemas/platform/limits.ts';
import { inboxViews, type InboxCounts, type InboxView } from '#schemas/tasks/inbox.ts';
import { Loading, MoreButton } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { formatFoundCount } from '#src/locale/formatFoundCount.ts';
import { Button } from '#src/ui/Button.tsx';
import { Keyboard } from '#src/ui/icons.ts';
import { WorkList, WorkListContent, WorkListRows } from '#src/ui/WorkList.tsx';
import { InboxRow } from './InboxRow.tsx';
import type { InboxAddress } from './useInboxAddress.ts';
import type { InboxItems } from './useInboxItems.ts';

const rowHeight = 92; // px

const viewTexts = {
  open: 'inbox.view.open',
  mine: 'inbox.view.mine',
  unassigned: 'inbox.view.unassigned',
  done: 'inbox.view.done',
} as const satisfies Record<InboxView, string>;

type ContentProps = InboxItems & { address: InboxAddress };

function Content({ items, error, isLoading, address, paged }: ContentProps) {
  const { search, view, setView } = address;
  if (isLoading)
    return (
      <WorkListContent>
        {error ? <StaffFailure error={error} retry={paged.refetch} /> : <Loading />}
      </WorkListContent>
    );
  if (items.length > 0)
    return (
      <WorkListRows
        items={items}
        getKey={({ submissionId }) => submissionId}
        rowHeight={rowHeight}
        selectedKey={address.itemId}
        paged={paged}
        row={(item) => (
          <InboxRow
            item={item}
            to={address.linkTo(item.submissionId)}
            isSelected={item.submissionId === address.itemId}
          />
        )}
      >
        <MoreButton of={paged}>
          <FormattedMessage id="action.retry" />
        </MoreButton>
      </WorkListRows>
    );
  return (
    <WorkListContent>
      <p role="status">
        <FormattedMessage id={search ? 'inbox.nothingFound' : 'inbox.empty'} />{' '}
        {view !== 'done' && !search && (
          <Button variant="ghost" onClick={() => setView('done')}>
            <FormattedMessage id="inbox.showDone" />
          </Button>
        )}
      </p>
    </WorkListContent>
  );
}

type InboxListProps = ContentProps & {
  counts: InboxCounts | undefined;
  /** chooses the account of staff who work at several */
  accountChoice: React.ReactNode;
  onShowKeys: () => void;
};

/** Search, views and rows of an inbox. */
export function InboxList({ counts, accountChoice, onShowKeys, ...props }: InboxListProps) {
  const intl = useIntl();
  const { search, setSearch, view, setView } = props.address;
  return (
    <WorkList
      title={intl.formatMessage({ id: 'inbox.title' })}
      tools={
        <>
          {accountChoice}
          <Button
            variant="ghost"
            aria-label={intl.formatMessage({ id: 'inbox.keys' })}
            onClick={onShowKeys}
          >
            <Keyboard size={20} aria-hidden />
          </Button>
        </>
      }
      search={{
        id: 'inbox-search',
        label: intl.formatMessage({ id: 'inbox.search' }),
        maxLength: providerLimits.maxSearchLength,
        value: search,
      }}
      onSearch={setSearch}
      chipsLabel={intl.formatMessage({ id: 'inbox.views' })}
      chips={inboxViews.map((each) => ({
        name: each,
        label:
          intl.formatMessage({ id: viewTexts[each] }) +
          (each === 'done' ? '' : formatFoundCount(counts?.[each])),
        isPressed: view === each,
        onPress: () => setView(each),
      }))}
    >
      <Content {...props} />
    </WorkList>
  );
}
