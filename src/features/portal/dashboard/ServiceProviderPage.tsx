import { styled } from '@linaria/react';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { needsActivation, useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Activation } from './Activation.tsx';
import { EndedNote } from './EndedNote.tsx';
import { ProviderDetails } from './ProviderDetails.tsx';
import { useOpenActivation } from './useOpenActivation.ts';

const Page = styled.main`
  max-width: 76rem;
  margin: 0 auto;
  padding: var(--s-6) var(--s-8) var(--s-9);
  > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
    gap: var(--s-4);
    align-items: start;
    margin-top: var(--s-7);
  }
  > p,
  > [role='alert'] {
    margin-top: var(--s-3);
  }
  @media (max-width: 767px) {
    padding: var(--s-6) var(--gutter) var(--s-7);
  }
`;

const Card = styled.li`
  display: grid;
  gap: var(--s-4);
  padding: var(--s-6);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  &[data-locked] {
    background: transparent;
    border-style: dashed;
    border-color: var(--border-strong);
  }
  > h2 {
    font: inherit;
    letter-spacing: 0;
  }
  dl {
    display: flex;
    gap: var(--s-7);
  }
  dl > div {
    display: grid;
  }
  dt {
    order: 1;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  dd {
    font: var(--fw-serif) var(--text-2xl)/1.1 var(--font-serif);
  }
`;

/** All providers of the client, with their details. */
export function ServiceProviderPage() {
  const intl = useIntl();
  const { data, error, refetch } = useListAccountsQuery();
  const getActivation = useOpenActivation(data?.accounts ?? []);
  const title = intl.formatMessage(
    { id: 'dashboard.providers.title' },
    { count: data?.accounts.length ?? 0 },
  );
  usePortalTitle(title);
  return (
    <Page id="content">
      <h1 tabIndex={-1}>{title}</h1>
      {!data && !error && <Loading />}
      {error && !data && <Failure error={error} retry={refetch} />}
      {data?.accounts.length === 0 && (
        <>
          <p>
            <FormattedMessage id="dashboard.providers" values={{ count: 0 }} />
          </p>
          <Illustration subject="folder" />
        </>
      )}
      {data && (
        <ul>
          {data.accounts.map((account) => (
            <Provider key={account.id} account={account} {...getActivation(account)} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Provider({ account, ...activation }: ComponentProps<typeof Activation>) {
  const { name, caseCount, totalUnreadMessage, assistants, isActivated } = account;
  return (
    <Card
      data-brand
      data-locked={isActivated ? undefined : ''}
      style={{ '--brand': account.mainColor, '--brand-2': account.secondaryColor } as CSSProperties}
    >
      <h2>
        <ProviderLogo name={name} src={account.primaryLogoUrl} />
      </h2>
      <dl>
        <Count count={caseCount}>
          <FormattedMessage id="serviceProvider.cases" values={{ count: caseCount }} />
        </Count>
        <Count count={totalUnreadMessage}>
          <FormattedMessage id="serviceProvider.unread" />
        </Count>
        <Count count={assistants.length}>
          <FormattedMessage id="serviceProvider.services" values={{ count: assistants.length }} />
        </Count>
      </dl>
      <EndedNote endedDate={account.endedDate} />
      {needsActivation(account) && <Activation account={account} {...activation} />}
      <ProviderDetails account={account} />
    </Card>
  );
}

const Count = ({ count, children }: { count: number; children: ReactNode }) => (
  <div>
    <dt>{children}</dt>
    <dd>
      <FormattedNumber value={count} />
    </dd>
  </div>
);
