import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';
import { AccountChoice } from '#src/forms/AccountChoice.tsx';
import { WithoutAccount } from '#src/forms/WithoutAccount.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { ListAndRecord } from '#src/ui/ListAndRecord.tsx';
import { FirmCaseList } from './FirmCaseList.tsx';
import { FirmCasePane } from './FirmCasePane.tsx';
import { useFirmCasesAddress } from './useFirmCasesAddress.ts';

const NothingOpen = styled.div`
  display: grid;
  gap: var(--s-2);
  place-content: center;
  justify-items: center;
  height: 100%;
  padding: var(--s-6);
  text-align: center;
`;

type OpenProps = { account: Account; role: StaffRole; accountChoice: React.ReactNode };

function OpenCases({ account: { id: acc }, role, accountChoice }: OpenProps) {
  const intl = useIntl();
  const address = useFirmCasesAddress();
  const { caseId } = address;
  return (
    <>
      <FirmCaseList acc={acc} address={address} accountChoice={accountChoice} />
      <section data-record aria-label={intl.formatMessage({ id: 'firmCases.case' })}>
        {caseId === undefined ? (
          <NothingOpen>
            <Illustration subject="folder" />
            <h2>
              <FormattedMessage id="firmCases.choose" />
            </h2>
          </NothingOpen>
        ) : (
          <FirmCasePane key={caseId} acc={acc} role={role} caseId={caseId} address={address} />
        )}
      </section>
    </>
  );
}

/** The cases of a firm for its staff: a list over all clients, and the open case. */
export function FirmCasesPage() {
  const intl = useIntl();
  const { caseId } = useFirmCasesAddress();
  const { account, accounts, isLoading, error, retry } = useStaffAccount(mayReadInbox);
  const role = account?.boardRole;
  const title = intl.formatMessage({ id: 'firmCases.title' });
  usePortalTitle(title, account?.id);
  return (
    <ListAndRecord id="content" data-open={caseId === undefined ? undefined : ''}>
      {account && role ? (
        <OpenCases
          key={account.id}
          account={account}
          role={role}
          accountChoice={<AccountChoice accounts={accounts} chosen={account.id} />}
        />
      ) : (
        <WithoutAccount title={title} isLoading={isLoading} error={error} retry={retry}>
          <FormattedMessage id="firmCases.none" />
        </WithoutAccount>
      )}
    </ListAndRecord>
  );
}
