import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { toUserMessage } from '#src/api/errors.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { ProviderCard } from './ProviderCard.tsx';

const Lead = styled.p`margin-top: var(--s-3); font: 400 clamp(1.25rem, 1rem + .95vw, 1.625rem)/1.45 var(--font-serif); letter-spacing: -.005em;`;

const Cards = styled.section`
  margin-top: var(--s-8);
  h2 { margin-bottom: var(--s-4); font-size: var(--text-xl); }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: var(--s-4); align-items: start; }
  @media (max-width: 767px) { margin-top: var(--s-6); }
`;

/** The service providers somebody has to do with; `children` come between what is said of them and their cards. */
export function Providers({ showToast, children }: { showToast: ShowToast; children?: ReactNode }) {
  const intl = useIntl();
  const { data, error, refetch } = useListAccountsQuery();
  if (error && !data) {
    return (
      <>
        <Note tone="danger" role="alert">
          <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
          <Button variant="ghost" onClick={() => void refetch()}><FormattedMessage id="action.retry" /></Button>
        </Note>
        {children}
      </>
    );
  }
  if (!data) return <><Lead role="status"><FormattedMessage id="app.loading" /></Lead>{children}</>;
  return (
    <>
      <Lead><FormattedMessage id="dashboard.providers" values={{ count: data.accounts.length }} /></Lead>
      {children}
      <Cards aria-labelledby="providers">
        <h2 id="providers"><FormattedMessage id="dashboard.providers.title" /></h2>
        <ul>{data.accounts.map((account) => <ProviderCard key={account.id} account={account} showToast={showToast} />)}</ul>
      </Cards>
    </>
  );
}
