import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { needsActivation } from '#src/api/accounts/accounts.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { activateModeParam, dashboardAccountParam } from '#src/routing/paths.ts';
import { SidePanel } from '#src/ui/SidePanel.tsx';
import { providersId } from './Counts.tsx';
import { ProviderCard } from './ProviderCard.tsx';
import { ProviderDetails } from './ProviderDetails.tsx';
import { useOpenActivation } from './useOpenActivation.ts';

const Cards = styled.section`
  > h2 {
    margin-bottom: var(--s-4);
    font-size: var(--text-xl);
  }
  > ul {
    display: grid;
    gap: var(--s-3);
  }
`;

const Details = styled.div`
  display: grid;
  gap: var(--s-5);
`;

/** Providers of the client. The address opens the details of one in a dialog. */
export function Providers({ accounts }: { accounts: readonly Account[] }) {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const named = accounts.find(({ id }) => id === query.get(dashboardAccountParam));
  const isToBeActivated =
    query.get(activateModeParam) === '1' && named !== undefined && needsActivation(named);
  const getActivation = useOpenActivation(accounts, isToBeActivated ? named.id : undefined);
  return (
    <Cards aria-labelledby={providersId}>
      <h2 id={providersId}>
        <FormattedMessage id="dashboard.providers.title" values={{ count: accounts.length }} />
      </h2>
      <ul>
        {accounts.map((account) => (
          <ProviderCard key={account.id} account={account} {...getActivation(account)} />
        ))}
      </ul>
      {named && !isToBeActivated && (
        <SidePanel
          title={intl.formatMessage({ id: 'dashboard.details' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setQuery({}, { replace: true, preventScrollReset: true })}
        >
          <Details
            data-brand
            style={
              { '--brand': named.mainColor, '--brand-2': named.secondaryColor } as CSSProperties
            }
          >
            <ProviderLogo name={named.name} src={named.primaryLogoUrl} />
            <ProviderDetails account={named} />
          </Details>
        </SidePanel>
      )}
    </Cards>
  );
}
