import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { FolderOpen } from '#src/ui/icons.ts';
import { CaseList } from './CaseList.tsx';
import { CasePane, type CaseViews } from './CasePane.tsx';
import { useCaseView } from './caseView.ts';

const Split = styled.main`
  display: grid;
  grid-template-columns: minmax(17rem, 25%) minmax(0, 1fr);
  height: calc(100dvh - var(--shell-top) - var(--consent-height, 0px));
  min-height: 24rem;
  @media (max-width: 1023px) {
    grid-template-columns: 30% minmax(0, 1fr);
  }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
    height: calc(100dvh - 5rem - env(safe-area-inset-bottom) - var(--consent-height, 0px));
    &[data-selected] {
      height: calc(100dvh - var(--consent-height, 0px));
    }
    &[data-selected] > :first-child,
    &:not([data-selected]) > :last-child {
      display: none;
    }
  }
  @media print {
    display: block;
    height: auto;
    > :first-child {
      display: none;
    }
  }
`;

const Empty = styled.section`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-3);
  margin: 0 0.75rem 0.75rem 0;
  padding: var(--s-6);
  color: var(--muted);
  text-align: center;
  border: 1px dashed var(--border-strong);
  border-radius: var(--r-lg);
`;

/** What has not been read, in the browser's title too, with the company (product.md §2.4): that of the open case, else the only one. */
function useTitle(accountId: string | undefined): void {
  const intl = useIntl();
  const accounts = useListAccountsQuery().data?.accounts ?? [];
  const unread = accounts.reduce((sum, { totalUnreadMessage }) => sum + totalUnreadMessage, 0);
  const account =
    accountId === undefined && accounts.length === 1
      ? accounts[0]
      : accounts.find(({ id }) => id === accountId);
  const company = account?.name ?? intl.formatMessage({ id: 'cases.title' });
  usePageTitle(
    unread > 0 ? intl.formatMessage({ id: 'cases.pageTitle' }, { unread, company }) : company,
  );
}

type CasesPageProps = {
  /** the case in the address */
  selected: { akteIdHash: string; accountId: string } | undefined;
  views: CaseViews;
  /** A customer's plugin shows tasks and messages only (product.md §2.4). */
  hasPlugin?: boolean;
  showToast: ShowToast;
};

/** /akten, and the case that is open beside its list. */
export function CasesPage({ selected, views, hasPlugin = false, showToast }: CasesPageProps) {
  const { folder } = useCaseView();
  useTitle(selected?.accountId);
  return (
    <Split id="content" data-selected={selected ? '' : undefined}>
      <CaseList selectedId={selected?.akteIdHash} folder={folder} hits={views.hits} />
      {selected ? (
        <CasePane
          key={selected.akteIdHash}
          acc={selected.accountId}
          akte={selected.akteIdHash}
          views={views}
          hasPlugin={hasPlugin}
          showToast={showToast}
        />
      ) : (
        <Empty>
          <FolderOpen size={40} aria-hidden />
          <p>
            <FormattedMessage id="cases.select" />
          </p>
        </Empty>
      )}
    </Split>
  );
}
