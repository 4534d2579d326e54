import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { mayLead, mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import { useCountClientsQuery } from '#src/api/access/clients.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';
import { AccountChoice } from '#src/forms/AccountChoice.tsx';
import { WithoutAccount } from '#src/forms/WithoutAccount.tsx';
import { Button } from '#src/ui/Button.tsx';
import { UserPlus } from '#src/ui/portalIcons.ts';
import { ClientList } from './ClientList.tsx';
import { ClientPanel } from './ClientPanel.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { useClientsAddress } from './useClientsAddress.ts';

/** The list on a sheet, and the open client at its right: beside it, over it, or in place of it. */
const Page = styled.main`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  height: calc(100dvh - 0.75rem - var(--shell-top, 0px) - var(--consent-height, 0px));
  margin-right: 0.75rem;
  overflow: hidden;
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  &[data-open] {
    grid-template-columns: minmax(0, 1fr) 21.75rem;
  }
  > section {
    padding: var(--s-5) var(--s-5) 0 var(--s-6);
  }
  > [data-alone] {
    padding: var(--s-6) var(--s-7);
  }
  @media (min-width: 1024px) {
    > section {
      grid-template: auto auto minmax(0, 1fr) / minmax(14rem, 18rem) minmax(0, 1fr);
    }
    > section > :not(form, [role='group']) {
      grid-column: 1 / -1;
    }
    > section > [role='group'] {
      flex-wrap: wrap;
    }
  }
  @media (max-width: 1279px) {
    &[data-open] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (max-width: 767px) {
    height: calc(100dvh - 4rem - var(--shell-top, 0px) - var(--consent-height, 0px));
    margin: 0;
    border: 0;
    border-radius: 0;
    background: none;
    box-shadow: none;
    > section {
      padding: 0;
    }
    &[data-open] > section {
      display: none;
    }
  }
`;

type OpenClientsProps = { acc: string; mayChange: boolean; accountChoice: ReactNode };

function OpenClients({ acc, mayChange, accountChoice }: OpenClientsProps) {
  const address = useClientsAddress();
  const { itemId, setItemId } = address;
  const { data: counts } = useCountClientsQuery({ acc });
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <ClientList
        acc={acc}
        address={address}
        counts={counts}
        tools={
          <>
            {accountChoice}
            {mayChange && (
              <Button
                variant="primary"
                icon={<UserPlus size={20} aria-hidden />}
                onClick={() => setIsInviting(true)}
              >
                <FormattedMessage id="clients.invite" />
              </Button>
            )}
          </>
        }
      />
      {itemId !== undefined && (
        <ClientPanel
          key={itemId}
          acc={acc}
          userId={itemId}
          mayChange={mayChange}
          onClose={() => setItemId(undefined)}
        />
      )}
      {isInviting && (
        <InviteDialog acc={acc} onOpen={setItemId} onClose={() => setIsInviting(false)} />
      )}
    </>
  );
}

/** The clients of a firm, for its staff. */
export function ClientsPage() {
  const intl = useIntl();
  const { itemId } = useClientsAddress();
  const { account, accounts, isLoading, error, retry } = useStaffAccount(mayReadInbox);
  const role = account?.boardRole;
  const title = intl.formatMessage({ id: 'clients.title' });
  usePortalTitle(title, account?.id);
  return (
    <Page id="content" data-open={account && itemId !== undefined ? '' : undefined}>
      {account && role ? (
        <OpenClients
          key={account.id}
          acc={account.id}
          mayChange={mayLead(role)}
          accountChoice={<AccountChoice accounts={accounts} chosen={account.id} />}
        />
      ) : (
        <WithoutAccount title={title} isLoading={isLoading} error={error} retry={retry}>
          <FormattedMessage id="clients.noPermission" />
        </WithoutAccount>
      )}
    </Page>
  );
}
