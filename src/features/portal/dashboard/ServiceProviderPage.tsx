import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Activation } from './Activation.tsx';
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
  const errorText = useErrorText();
  const { data, error, refetch } = useListAccountsQuery();
  const activationOf = useOpenActivation(data?.accounts ?? []);
  usePageTitle(intl.formatMessage({ id: 'serviceProvider.title' }));
  return (
    <Page id="content">
      <h1 tabIndex={-1}>
        <FormattedMessage id="dashboard.providers.title" />
      </h1>
      {!data && !error && (
        <p role="status">
          <FormattedMessage id="app.loading" />
        </p>
      )}
      {error && !data && (
        <Note tone="danger" role="alert">
          <p>{errorText(error)}</p>
          <Button variant="ghost" onClick={() => void refetch()}>
            <FormattedMessage id="action.retry" />
          </Button>
        </Note>
      )}
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
          {data.accounts.map((account) => {
            const {
              id,
              name,
              caseCount,
              totalUnreadMessage,
              assistants,
              mainColor,
              secondaryColor,
              primaryLogoUrl,
              isActivated,
            } = account;
            return (
              <Card
                key={id}
                data-brand
                data-locked={isActivated ? undefined : ''}
                style={{ '--brand': mainColor, '--brand-2': secondaryColor } as CSSProperties}
              >
                <h2>
                  <ProviderLogo name={name} src={primaryLogoUrl} />
                </h2>
                <dl>
                  <div>
                    <dt>
                      <FormattedMessage id="serviceProvider.cases" values={{ count: caseCount }} />
                    </dt>
                    <dd>{intl.formatNumber(caseCount)}</dd>
                  </div>
                  <div>
                    <dt>
                      <FormattedMessage id="serviceProvider.unread" />
                    </dt>
                    <dd>{intl.formatNumber(totalUnreadMessage)}</dd>
                  </div>
                  <div>
                    <dt>
                      <FormattedMessage
                        id="serviceProvider.services"
                        values={{ count: assistants.length }}
                      />
                    </dt>
                    <dd>{intl.formatNumber(assistants.length)}</dd>
                  </div>
                </dl>
                {!isActivated && <Activation account={account} {...activationOf(account)} />}
                <ProviderDetails account={account} />
              </Card>
            );
          })}
        </ul>
      )}
    </Page>
  );
}
