import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Attestation } from '#schemas/access/secondFactor.ts';
import { isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useAddPasskeyMutation, useStartPasskeyMutation } from '#src/api/access/secondFactor.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { createPasskey, getPasskeyText } from '#src/device/passkeys.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
`;

/**
 * Adds a passkey and returns recovery codes if there are none yet. After a lost response it sends
 * the same credential, because a device creates no second one.
 */
function useAddPasskey(userId: string) {
  const [start] = useStartPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const once = useOnce();
  const created = useRef<{ name: string; credential: Attestation }>(undefined);

  async function create(password: string): Promise<Attestation> {
    const { options } = await start({ params: { userId }, body: { password } }).unwrap();
    return createPasskey(options);
  }

  return async (name: string, password: string): Promise<readonly string[]> => {
    const body = (created.current ??= { name, credential: await create(password) });
    const { recoveryCodes } = await once(body, (idempotencyKey) =>
      add({ params: { userId }, body, idempotencyKey }).unwrap(),
    ).catch((error: unknown) => {
      if (isFinal(error)) created.current = undefined;
      throw error;
    });
    return recoveryCodes;
  };
}

/**
 * Adds a passkey: name and password, the device's prompt, then recovery codes if there are none.
 */
export function PasskeySetup({
  userId,
  onDone,
  onClose,
}: {
  userId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const addPasskey = useAddPasskey(userId);
  const unsaved = useUnsavedChanges(onClose);
  const [codes, setCodes] = useState<readonly string[]>();

  async function submit({ name, password }: Record<string, unknown>): Promise<void> {
    const recoveryCodes = await addPasskey(String(name), String(password));
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onDone();
  }

  function getErrorText(error: unknown): string {
    const text = getPasskeyText(error);
    return text ? intl.formatMessage({ id: text }) : errorText(error);
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <>
      <Dialog
        size="small"
        title={intl.formatMessage({ id: 'secondFactor.passkey.add' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={unsaved.close}
      >
        <Frame>
          <p>
            <FormattedMessage id="secondFactor.passkey.text" />
          </p>
          <Suspense>
            <PortalForm
              name="addPasskey"
              focusOn="name"
              submitIcon={null}
              onChange={unsaved.change}
              onSubmit={submit}
              getErrorText={getErrorText}
            />
          </Suspense>
        </Frame>
      </Dialog>
      {unsaved.question}
    </>
  );
}
