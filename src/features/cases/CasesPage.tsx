import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { folderParam } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { FolderOpen } from '#src/ui/icons.ts';
import { CaseList } from './CaseList.tsx';
import { CasePane } from './CasePane.tsx';

const Split = styled.main`
  display: grid; grid-template-columns: minmax(17rem, 25%) minmax(0, 1fr); height: calc(100dvh - 4.25rem - var(--consent-height, 0px)); min-height: 24rem;
  @media (max-width: 1023px) { grid-template-columns: 30% minmax(0, 1fr); }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr); height: calc(100dvh - 8.25rem - env(safe-area-inset-bottom) - var(--consent-height, 0px));
    &[data-selected] > :first-child, &:not([data-selected]) > :last-child { display: none; }
  }
  @media print { display: block; height: auto; > :first-child { display: none; } }
`;

const Empty = styled.section`
  display: grid; place-content: center; justify-items: center; gap: var(--s-3); margin: 0 .75rem .75rem 0; padding: var(--s-6); color: var(--muted); text-align: center;
  border: 1px dashed var(--border-strong); border-radius: var(--r-lg);
`;

/** What says what has not been read: in the browser's title too (product.md §2.4). */
function useTitle(): void {
  const intl = useIntl();
  const { data } = useListAccountsQuery();
  const unread = data?.accounts.reduce((sum, { totalUnreadMessage }) => sum + totalUnreadMessage, 0) ?? 0;
  const company = data?.accounts.length === 1 ? (data.accounts[0]?.name ?? '') : intl.formatMessage({ id: 'cases.title' });
  usePageTitle(unread > 0 ? intl.formatMessage({ id: 'cases.pageTitle' }, { unread, company }) : company);
}

type CasesPageProps = {
  /** the case in the address */
  selected: { akteIdHash: string; accountId: string } | undefined;
  /** the messages of a case or of one of its folders */
  timeline: (place: { acc: string; akte: string; folder?: string }, isOpenForReplies: boolean) => ReactNode;
};

/** /akten, and the case that is open beside its list. */
export function CasesPage({ selected, timeline }: CasesPageProps) {
  const [query] = useSearchParams();
  const folder = query.get(folderParam) ?? undefined;
  useTitle();
  return (
    <Split id="content" data-selected={selected ? '' : undefined}>
      <CaseList selectedId={selected?.akteIdHash} folder={folder} />
      {selected
        ? <CasePane key={selected.akteIdHash} acc={selected.accountId} akte={selected.akteIdHash} folder={folder} timeline={timeline} />
        : <Empty><FolderOpen size={40} aria-hidden /><p><FormattedMessage id="cases.select" /></p></Empty>}
    </Split>
  );
}
