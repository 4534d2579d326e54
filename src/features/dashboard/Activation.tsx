import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts.ts';
import { useActivateAccountMutation } from '#src/api/accounts.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useIsRestrictedPhone } from '#src/api/useIsRestrictedPhone.ts';
import { statementsOf } from '#src/forms/useConsent.ts';
import { paths } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { ActivationDialog } from './ActivationDialog.tsx';

/** The way to a locked account: a click, or what has to be accepted first. A restricted phone needs the app (product.md §1, Phones). */
export function Activation({ account, startsAsking = false, showToast }: { account: Account; startsAsking?: boolean; showToast: ShowToast }) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(startsAsking && statementsOf(account).length > 0);
  const [activate, { isLoading }] = useActivateAccountMutation();
  const label = intl.formatMessage({ id: 'dashboard.activate.of' }, { name: account.name });

  async function handleActivate(): Promise<void> {
    await activate({ params: { acc: account.id }, body: { accountId: account.id, agbAndDatenschutzAccepted: true } }).unwrap();
    showToast({ level: 'success', text: intl.formatMessage({ id: 'dashboard.activated' }, { name: account.name }) });
  }

  function handleClick(): void {
    if (statementsOf(account).length > 0) return setIsAsking(true);
    handleActivate().catch((error: unknown) => showToast({ level: 'error', text: toUserMessage(error, (id) => intl.formatMessage({ id })) }));
  }

  if (useIsRestrictedPhone()) return <Link className={buttonClass} to={paths.activateWithApp()} aria-label={label}><FormattedMessage id="dashboard.activate" /></Link>;
  return (
    <>
      <Button variant="primary" isBusy={isLoading} aria-label={label} onClick={handleClick}><FormattedMessage id="dashboard.activate" /></Button>
      {isAsking && <ActivationDialog account={account} onActivate={handleActivate} onClose={() => setIsAsking(false)} />}
    </>
  );
}
