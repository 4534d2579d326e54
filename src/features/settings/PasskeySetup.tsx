import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toUserMessage } from '#src/api/errors.ts';
import { useAddPasskeyMutation, useStartPasskeyMutation } from '#src/api/secondFactor.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { createPasskey, passkeyText } from '#src/lib/passkeys.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const Frame = styled.div`display: grid; gap: var(--s-4);`;

/** Adds a passkey: its name and the password, then the device is asked; then the recovery codes of whoever has none yet. */
export function PasskeySetup({ userId, onDone, onClose }: { userId: string; onDone: () => void; onClose: () => void }) {
  const intl = useIntl();
  const [start] = useStartPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [codes, setCodes] = useState<readonly string[]>();

  async function submit({ name, password }: Record<string, unknown>): Promise<void> {
    const { options } = await start({ params: { userId }, body: { password: String(password) } }).unwrap();
    const credential = await createPasskey(options);
    const { recoveryCodes } = await add({ params: { userId }, body: { name: String(name), credential } }).unwrap();
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  }

  function errorText(error: unknown): string {
    const text = passkeyText(error);
    return text ? intl.formatMessage({ id: text }) : toUserMessage(error, (id) => intl.formatMessage({ id }));
  }

  return (
    <Dialog title={intl.formatMessage({ id: codes ? 'secondFactor.codes.title' : 'secondFactor.passkey.add' })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={codes ? onDone : onClose}>
      {codes
        ? <RecoveryCodes codes={codes} onDone={onDone} />
        : <Frame><p><FormattedMessage id="secondFactor.passkey.text" /></p><Suspense><PortalForm name="addPasskey" focusOn="name" submitIcon={null} onSubmit={submit} errorText={errorText} /></Suspense></Frame>}
    </Dialog>
  );
}
