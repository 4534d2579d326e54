import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useActivateAccountMutation } from '#src/api/access/acceptances.ts';
import { failedWith } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { listStatements } from '#src/forms/useConsent.ts';
import { paths } from '#src/routing/paths.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { toast } from '#src/ui/toast.ts';
import { ActivationForm } from './ActivationForm.tsx';

type ActivationProps = {
  account: Account;
  /** true for the locked account whose terms are shown */
  isOpen: boolean;
  /** true when the address asks for it */
  isWanted: boolean;
  onOpen: () => void;
};

/** Activates a locked account, with its terms if it has any. A restricted phone needs the app. */
export function Activation({ account, isOpen, isWanted, onOpen }: ActivationProps) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [activate, { isLoading }] = useActivateAccountMutation();
  const { refetch } = useListAccountsQuery();
  const hasTerms = listStatements(account).length > 0;
  const label = intl.formatMessage({ id: 'dashboard.activate.of' }, { name: account.name });

  async function handleActivate(statementHashes = account.statementHashes): Promise<void> {
    const activation = activate({
      params: { acc: account.id },
      body: { accountId: account.id, agbAndDatenschutzAccepted: true, statementHashes },
    }).unwrap();
    await activation.catch(async (error: unknown) => {
      if (failedWith(error, 'statementsChanged')) await refetch(); // texts to accept
      throw error;
    });
    toast({
      level: 'success',
      text: intl.formatMessage({ id: 'dashboard.activated' }, { name: account.name }),
    });
  }

  function handleClick(): void {
    if (hasTerms) return onOpen();
    handleActivate().catch((error: unknown) => toast({ level: 'error', text: errorText(error) }));
  }

  if (useIsRestrictedPhone()) {
    return (
      <>
        <p>
          <FormattedMessage id="dashboard.locked" />
        </p>
        <Link className={buttonClass} to={paths.activateWithApp()} aria-label={label}>
          <FormattedMessage id="dashboard.activate" />
        </Link>
      </>
    );
  }
  if (hasTerms && isOpen)
    return <ActivationForm account={account} hasFocus={isWanted} onActivate={handleActivate} />;
  return (
    <>
      <p>
        <FormattedMessage id="dashboard.locked" />
      </p>
      <Button variant="primary" isBusy={isLoading} aria-label={label} onClick={handleClick}>
        <FormattedMessage id="dashboard.activate" />
      </Button>
    </>
  );
}
