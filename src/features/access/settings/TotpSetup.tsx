import { styled } from '@linaria/react';
import { Suspense, useRef, useState, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { hasReason, isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useConfirmTotpMutation, useStartTotpMutation } from '#src/api/access/secondFactor.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { QrCode } from '#src/ui/QrCode.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const Steps = styled.ol`
  display: grid;
  gap: var(--s-6);
  padding-left: 1.4rem;
  list-style: decimal;
  > li::marker {
    font-weight: var(--fw-strong);
  }
  > li > p {
    margin-bottom: var(--s-3);
  }
  > li > p > b {
    display: block;
  }
`;

const Secret = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3) var(--s-5);
  align-items: center;
  margin-top: var(--s-4);
  code {
    font: inherit;
    font-weight: var(--fw-strong);
    letter-spacing: 0.06em;
    overflow-wrap: anywhere;
  }
`;

/** Groups the secret by four characters, easy to read aloud. */
const groupByFour = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** A setup that a code has not confirmed yet. `setup` is its token. */
type PendingTotp = { secret: string; uri: string; setup: string };

/** Sends a code of the app. A refusal clears the field. */
function CodeForm({
  setup,
  userId,
  onConfirmed,
  onExpired,
}: {
  setup: string;
  userId: string;
  onConfirmed: (recoveryCodes: string[]) => void;
  onExpired: (notice: string) => void;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [confirm] = useConfirmTotpMutation();
  const once = useOnce();
  const form = useRef<PortalFormHandle>(null);

  async function submit({ code }: Record<string, unknown>): Promise<void> {
    try {
      const body = { setup, code: String(code) };
      const { recoveryCodes } = await once(body, (idempotencyKey) =>
        confirm({ params: { userId }, body, idempotencyKey }).unwrap(),
      );
      onConfirmed(recoveryCodes);
    } catch (error) {
      if (hasReason(error, 'tookTooLong')) return onExpired(errorText(error));
      if (isFinal(error)) form.current?.clear('code');
      throw error;
    }
  }

  return (
    <Suspense>
      <PortalForm
        ref={form}
        name="secondFactor"
        focusOn="code"
        submitLabel={intl.formatMessage({ id: 'secondFactor.setup.submit' })}
        submitIcon={null}
        onSubmit={submit}
      />
    </Suspense>
  );
}

/** QR code with the secret, and the field for a code of the app. */
function ScanAndConfirm({
  totp: { secret, uri, setup },
  ...form
}: { totp: PendingTotp } & Omit<ComponentProps<typeof CodeForm>, 'setup'>) {
  const intl = useIntl();
  return (
    <Steps>
      <li>
        <p>
          <b>
            <FormattedMessage id="secondFactor.setup.scan" />
          </b>
          <FormattedMessage
            id="secondFactor.setup.scanText"
            values={{
              app: (words) => (
                <a key="app" href={uri}>
                  <WrappedText>{words}</WrappedText>
                </a>
              ),
            }}
          />
        </p>
        <QrCode text={uri} label={intl.formatMessage({ id: 'secondFactor.setup.qr' })} />
        <Secret>
          <span>
            <FormattedMessage id="secondFactor.setup.type" /> <code>{groupByFour(secret)}</code>
          </span>
          <CopyButton
            text={secret}
            label={intl.formatMessage({ id: 'action.copy' })}
            doneLabel={intl.formatMessage({ id: 'action.copied' })}
          />
        </Secret>
      </li>
      <li>
        <p>
          <b>
            <FormattedMessage id="secondFactor.setup.confirm" />
          </b>
          <FormattedMessage id="secondFactor.setup.confirmText" />
        </p>
        <CodeForm setup={setup} {...form} />
      </li>
    </Steps>
  );
}

type Stage =
  | { is: 'password'; notice?: string }
  | { is: 'scan'; totp: PendingTotp }
  | { is: 'codes'; recoveryCodes: string[] };

/** Sets up an authenticator app: password, QR code, then recovery codes if there are none. */
export function TotpSetup({
  userId,
  onDone,
  onClose,
}: {
  userId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  const [start] = useStartTotpMutation();
  const [stage, setStage] = useState<Stage>({ is: 'password' });

  async function begin(password: string): Promise<void> {
    setStage({
      is: 'scan',
      totp: await start({ params: { userId }, body: { password } }).unwrap(),
    });
  }
  const handleConfirmed = (recoveryCodes: string[]) =>
    recoveryCodes.length > 0 ? setStage({ is: 'codes', recoveryCodes }) : onDone();

  if (stage.is === 'codes') return <RecoveryCodes codes={stage.recoveryCodes} onDone={onDone} />;
  return (
    <Dialog
      title={intl.formatMessage({ id: 'secondFactor.setup.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      {stage.is === 'password' && (
        <ConfirmPassword
          submitLabel={intl.formatMessage({ id: 'secondFactor.setup.begin' })}
          onPassword={begin}
        >
          {stage.notice && (
            <Note tone="danger" role="alert">
              <p>{stage.notice}</p>
            </Note>
          )}
          <p>
            <FormattedMessage id="secondFactor.setup.text" />
          </p>
        </ConfirmPassword>
      )}
      {stage.is === 'scan' && (
        <ScanAndConfirm
          totp={stage.totp}
          userId={userId}
          onConfirmed={handleConfirmed}
          onExpired={(notice) => setStage({ is: 'password', notice })}
        />
      )}
    </Dialog>
  );
}
