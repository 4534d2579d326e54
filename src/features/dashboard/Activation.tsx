import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts.ts';
import { useActivateAccountMutation, useListAccountsQuery } from '#src/api/accounts.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { statementsOf } from '#src/forms/useConsent.ts';
import { paths } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { ActivationForm } from './ActivationForm.tsx';

type ActivationProps = {
  account: Account;
  /** Whether it is this one of the locked accounts whose terms are shown. */
  isOpen: boolean;
  /** Whether somebody came for it. */
  isWanted: boolean;
  onOpen: () => void;
  showToast: ShowToast;
};

/** The way to a locked account: a click, or what has to be accepted first. A restricted phone needs the app (product.md §1, Phones). */
export function Activation({ account, isOpen, isWanted, onOpen, showToast }: ActivationProps) {
  const intl = useIntl();
  const [activate, { isLoading }] = useActivateAccountMutation();
  const { refetch } = useListAccountsQuery();
  const hasTerms = statementsOf(account).length > 0;
  const label = intl.formatMessage({ id: 'dashboard.activate.of' }, { name: account.name });

  async function handleActivate(statementHashes = account.statementHashes): Promise<void> {
    const activation = activate({
      params: { acc: account.id },
      body: { accountId: account.id, agbAndDatenschutzAccepted: true, statementHashes },
    }).unwrap();
    await activation.catch(async (error: unknown) => {
      if (failedWith(error, 'statementsChanged')) await refetch(); // which texts are to be read now
      throw error;
    });
    showToast({
      level: 'success',
      text: intl.formatMessage({ id: 'dashboard.activated' }, { name: account.name }),
    });
  }

  function handleClick(): void {
    if (hasTerms) return onOpen();
    handleActivate().catch((error: unknown) =>
      showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) }),
    );
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
