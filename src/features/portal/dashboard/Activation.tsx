import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useActivateAccountMutation } from '#src/api/access/acceptances.ts';
import { hasOtherStatements } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useIsRestrictedPhone } from '#src/api/client/useIsRestrictedPhone.ts';
import { listStatements } from '#src/forms/useConsent.ts';
import { paths } from '#src/routing/paths.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { toast } from '#src/ui/toast.ts';
import { useLockedPage } from '#src/routing/useLockedPage.ts';
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
  const navigate = useNavigate();
  const lockedPage = useLockedPage();
  const lockedText = account.isInvitedAgain ? 'dashboard.invitedAgain' : 'dashboard.locked';
  const hasTerms = listStatements(account).length > 0;
  const label = intl.formatMessage({ id: 'dashboard.activate.of' }, { name: account.name });

  async function handleActivate(statementHashes = account.statementHashes): Promise<void> {
    const activation = activate({
      params: { acc: account.id },
      body: { accountId: account.id, agbAndDatenschutzAccepted: true, statementHashes },
    }).unwrap();
    await activation.catch(async (error: unknown) => {
      if (hasOtherStatements(error)) await refetch(); // texts to accept
      throw error;
    });
    toast({
      level: 'success',
      text: { id: 'dashboard.activated', values: { name: account.name } },
    });
    if (lockedPage !== undefined) void navigate(lockedPage, { replace: true });
  }

  function handleClick(): void {
    if (hasTerms) return onOpen();
    handleActivate().catch((error: unknown) => toast({ level: 'error', text: errorText(error) }));
  }

  if (useIsRestrictedPhone()) {
    return (
      <>
        <p>
          <FormattedMessage id={lockedText} />
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
        <FormattedMessage id={lockedText} />
      </p>
      <Button variant="primary" isBusy={isLoading} aria-label={label} onClick={handleClick}>
        <FormattedMessage id="dashboard.activate" />
      </Button>
    </>
  );
}
