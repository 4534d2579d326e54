import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { StatementDialog } from '#src/forms/StatementDialog.tsx';
import { consentTexts, statementsOf, type ConsentName } from '#src/forms/useConsent.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { File } from '#src/ui/icons.ts';

const Texts = styled.p`display: flex; flex-wrap: wrap; gap: var(--s-2); margin: var(--s-3) 0 var(--s-5) -.75rem;`;
const Frame = styled.div`--form-lead: 0; min-height: 9rem;`;

/** What has to be read and accepted before an account can be used. Rejects as the call does. */
export function ActivationDialog({ account, onActivate, onClose }: { account: Account; onActivate: () => Promise<void>; onClose: () => void }) {
  const intl = useIntl();
  const [open, setOpen] = useState<ConsentName | undefined>();
  return (
    <>
      <Dialog size="medium" title={intl.formatMessage({ id: 'dashboard.activate.title' }, { name: account.name })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={onClose}>
        <p><FormattedMessage id="dashboard.activate.text" values={{ name: account.name }} /></p>
        <Texts>
          {statementsOf(account).map((name) => (
            <Button key={name} variant="ghost" icon={<File size={20} aria-hidden />} onClick={() => setOpen(name)}><FormattedMessage id={consentTexts[name].statement} /></Button>
          ))}
        </Texts>
        <Frame><Suspense><PortalForm name="activation" submitIcon={null} onSubmit={onActivate} /></Suspense></Frame>
      </Dialog>
      {open && <StatementDialog accountId={account.id} name={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
