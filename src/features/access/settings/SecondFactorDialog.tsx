import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  useRemovePasskeyMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} from '#src/api/access/secondFactor.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { PasskeySetup } from './PasskeySetup.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';

/** Actions that a password confirms. */
const confirmed = {
  removePasskey: {
    title: 'secondFactor.removePasskey.title',
    text: 'secondFactor.removePasskey.text',
    submit: 'secondFactor.removePasskey',
    done: 'secondFactor.removePasskey.done',
  },
  removeTotp: {
    title: 'secondFactor.removeTotp.title',
    text: 'secondFactor.removeTotp.text',
    submit: 'secondFactor.removeTotp',
    done: 'secondFactor.removeTotp.done',
  },
  renewCodes: {
    title: 'secondFactor.codes.renew.title',
    text: 'secondFactor.codes.renew.text',
    submit: 'secondFactor.codes.renew',
    done: 'secondFactor.codes.renew.done',
  },
} as const;

type ConfirmedAction = keyof typeof confirmed;

export type SecondFactorChange = {
  action: ConfirmedAction | 'setUpTotp' | 'addPasskey';
  passkeyId?: string;
};

/** Text of the toast after a change. */
export type DoneText =
  | 'secondFactor.setup.done'
  | 'secondFactor.passkey.done'
  | (typeof confirmed)[ConfirmedAction]['done'];

type SecondFactorDialogProps = SecondFactorChange & {
  userId: string;
  onDone: (text: DoneText) => void;
  onClose: () => void;
};

/** Makes one change to the second factors. */
export function SecondFactorDialog({
  action,
  passkeyId = '',
  userId,
  onDone,
  onClose,
}: SecondFactorDialogProps) {
  if (action === 'setUpTotp')
    return (
      <TotpSetup
        userId={userId}
        onDone={() => onDone('secondFactor.setup.done')}
        onClose={onClose}
      />
    );
  if (action === 'addPasskey')
    return (
      <PasskeySetup
        userId={userId}
        onDone={() => onDone('secondFactor.passkey.done')}
        onClose={onClose}
      />
    );
  return (
    <PasswordDialog
      action={action}
      passkeyId={passkeyId}
      userId={userId}
      onDone={() => onDone(confirmed[action].done)}
      onClose={onClose}
    />
  );
}

/** Asks for the password, runs the action and shows new recovery codes. */
function PasswordDialog({
  action,
  passkeyId,
  userId,
  onDone,
  onClose,
}: {
  action: ConfirmedAction;
  passkeyId: string;
  userId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  const actions = useConfirmedActions(userId, passkeyId);
  const [codes, setCodes] = useState<readonly string[]>();
  const { title, text, submit } = confirmed[action];

  async function run(password: string): Promise<void> {
    const newCodes = await actions[action](password);
    if (newCodes) setCodes(newCodes);
    else onDone();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: title })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <ConfirmPassword submitLabel={intl.formatMessage({ id: submit })} onPassword={run}>
        <p>
          <FormattedMessage id={text} />
        </p>
      </ConfirmPassword>
    </Dialog>
  );
}

/** Sends an action with the password. Resolves with new recovery codes, if any. */
function useConfirmedActions(
  userId: string,
  passkeyId: string,
): Record<ConfirmedAction, (password: string) => Promise<readonly string[] | undefined>> {
  const [removePasskey] = useRemovePasskeyMutation();
  const [removeTotp] = useRemoveTotpMutation();
  const [renewCodes] = useRenewRecoveryCodesMutation();
  const once = useOnce();
  return {
    async removePasskey(password) {
      const params = { userId, passkeyId };
      await once({ passkeyId, password }, (idempotencyKey) =>
        removePasskey({ params, body: { password }, idempotencyKey }).unwrap(),
      );
      return undefined;
    },
    async removeTotp(password) {
      const body = { password };
      await once(body, (idempotencyKey) =>
        removeTotp({ params: { userId }, body, idempotencyKey }).unwrap(),
      );
      return undefined;
    },
    async renewCodes(password) {
      const body = { password };
      const { recoveryCodes } = await once(body, (idempotencyKey) =>
        renewCodes({ params: { userId }, body, idempotencyKey }).unwrap(),
      );
      return recoveryCodes;
    },
  };
}
