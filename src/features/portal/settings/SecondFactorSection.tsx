import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import {
  useGetSecondFactorQuery,
  useRemovePasskeyMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
} from '#src/api/access/secondFactor.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { supportsPasskeys } from '#src/device/passkeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DeviceMobile, Key, Keyboard, type Icon } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { PasskeySetup } from './PasskeySetup.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { sectionClass } from './Section.tsx';
import { TotpSetup } from './TotpSetup.tsx';

const List = styled.ul`
  display: grid;
  margin-bottom: var(--s-4);
  list-style: none;
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: var(--s-2) var(--s-4);
    align-items: center;
    padding: var(--s-3) 0;
    border-bottom: 1px solid var(--border);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  svg {
    color: var(--muted);
  }
  @media (max-width: 424px) {
    li {
      grid-template-columns: auto minmax(0, 1fr);
    }
    li > button {
      grid-column: 2;
      justify-self: start;
      margin-left: -0.75rem;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
`;
const stateClass = css`
  margin-bottom: var(--s-4);
`;
const fewCodes = 3;

function Row({
  icon: Icon,
  title,
  detail,
  action,
}: {
  icon: Icon;
  title: ReactNode;
  detail: ReactNode;
  action: ReactNode;
}) {
  return (
    <li>
      <Icon size={24} aria-hidden />
      <div>
        <b>{title}</b>
        <small>{detail}</small>
      </div>
      {action}
    </li>
  );
}

/** Action that needs the password. */
const asked = {
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

type Asked = keyof typeof asked;

/** Asks for the password, runs the action and shows new recovery codes. */
function AskedDialog({
  what,
  passkeyId,
  userId,
  onDone,
  onClose,
}: {
  what: Asked;
  passkeyId: string;
  userId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  const [removePasskey] = useRemovePasskeyMutation();
  const [removeTotp] = useRemoveTotpMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const once = useOnce();
  const [codes, setCodes] = useState<readonly string[]>();
  const { title, text, submit } = asked[what];

  const deeds: Record<Asked, (password: string) => Promise<void>> = {
    async removePasskey(password) {
      await once({ passkeyId, password }, (idempotencyKey) =>
        removePasskey({
          params: { userId, passkeyId },
          body: { password },
          idempotencyKey,
        }).unwrap(),
      );
      onDone();
    },
    async removeTotp(password) {
      await once({ password }, (idempotencyKey) =>
        removeTotp({ params: { userId }, body: { password }, idempotencyKey }).unwrap(),
      );
      onDone();
    },
    async renewCodes(password) {
      const body = { password };
      setCodes(
        (
          await once(body, (idempotencyKey) =>
            renew({ params: { userId }, body, idempotencyKey }).unwrap(),
          )
        ).recoveryCodes,
      );
    },
  };

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: title })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <PasswordStep submitLabel={intl.formatMessage({ id: submit })} onPassword={deeds[what]}>
        <p>
          <FormattedMessage id={text} />
        </p>
      </PasswordStep>
    </Dialog>
  );
}

type Done = 'secondFactor.setup.done' | 'secondFactor.passkey.done' | (typeof asked)[Asked]['done'];

function Shown({
  what,
  passkeyId = '',
  userId,
  onDone,
  onClose,
}: {
  what: Asked | 'setUpTotp' | 'addPasskey';
  passkeyId?: string;
  userId: string;
  onDone: (text: Done) => void;
  onClose: () => void;
}) {
  if (what === 'setUpTotp')
    return (
      <TotpSetup
        userId={userId}
        onDone={() => onDone('secondFactor.setup.done')}
        onClose={onClose}
      />
    );
  if (what === 'addPasskey')
    return (
      <PasskeySetup
        userId={userId}
        onDone={() => onDone('secondFactor.passkey.done')}
        onClose={onClose}
      />
    );
  return (
    <AskedDialog
      what={what}
      passkeyId={passkeyId}
      userId={userId}
      onDone={() => onDone(asked[what].done)}
      onClose={onClose}
    />
  );
}

/** Second factors: set up and remove authenticator app, passkeys and recovery codes. */
export function SecondFactorSection({ userId }: { userId: string }) {
  const intl = useIntl();
  const errorText = useErrorText();
  const { data, error, refetch } = useGetSecondFactorQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const [open, setOpen] = useState<{
    what: Asked | 'setUpTotp' | 'addPasskey';
    passkeyId?: string;
  }>();
  const isOn = data && (data.totp !== null || data.passkeys.length > 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) heading.current?.focus(); // after the dialog returned the focus, because the pressed button may be removed
  }, [changes]);
  const dateOf = (instant: string) =>
    intl.formatDate(instant, { day: '2-digit', month: '2-digit', year: 'numeric' });

  function finish(text: Done) {
    setOpen(undefined);
    toast({ level: 'success', text: intl.formatMessage({ id: text }) });
    setChanges((before) => before + 1);
  }

  return (
    <>
      <section className={sectionClass}>
        <header>
          <h2 ref={heading} tabIndex={-1}>
            <FormattedMessage id="secondFactor.title" />
          </h2>
          <p>
            <FormattedMessage id="secondFactor.text" />
          </p>
        </header>
        <div>
          {error && !data && (
            <Note tone="danger" role="alert">
              <p>{errorText(error)}</p>
              <Button variant="ghost" onClick={() => void refetch()}>
                <FormattedMessage id="action.retry" />
              </Button>
            </Note>
          )}
          {!error && !data && (
            <p role="status">
              <FormattedMessage id="app.loading" />
            </p>
          )}
          {data && !isOn && (
            <p className={stateClass}>
              <FormattedMessage id="secondFactor.off" />
            </p>
          )}
          {data && isOn && (
            <List>
              {data.passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => (
                <Row
                  key={passkeyId}
                  icon={Key}
                  title={name}
                  detail={
                    <FormattedMessage
                      id={lastUsedAt ? 'secondFactor.passkey.used' : 'secondFactor.passkey.since'}
                      values={{ date: dateOf(createdAt), used: dateOf(lastUsedAt ?? createdAt) }}
                    />
                  }
                  action={
                    <Button
                      variant="ghost"
                      aria-label={intl.formatMessage(
                        { id: 'secondFactor.removeOnePasskey' },
                        { name },
                      )}
                      onClick={() => setOpen({ what: 'removePasskey', passkeyId })}
                    >
                      <FormattedMessage id="action.remove" />
                    </Button>
                  }
                />
              ))}
              {data.totp && (
                <Row
                  icon={DeviceMobile}
                  title={<FormattedMessage id="secondFactor.totp" />}
                  detail={
                    <FormattedMessage
                      id="secondFactor.since"
                      values={{ date: dateOf(data.totp.createdAt) }}
                    />
                  }
                  action={
                    <Button
                      variant="ghost"
                      aria-label={intl.formatMessage({ id: 'secondFactor.removeTotp' })}
                      onClick={() => setOpen({ what: 'removeTotp' })}
                    >
                      <FormattedMessage id="action.remove" />
                    </Button>
                  }
                />
              )}
              <Row
                icon={Keyboard}
                title={<FormattedMessage id="secondFactor.codes.title" />}
                detail={
                  <FormattedMessage
                    id="secondFactor.codes.left"
                    values={{
                      left: data.recoveryCodesLeft,
                      all: secondFactorLimits.recoveryCodes,
                    }}
                  />
                }
                action={
                  <Button
                    variant="ghost"
                    aria-label={intl.formatMessage({ id: 'secondFactor.codes.renew' })}
                    onClick={() => setOpen({ what: 'renewCodes' })}
                  >
                    <FormattedMessage id="secondFactor.codes.renewShort" />
                  </Button>
                }
              />
            </List>
          )}
          {isOn && data.recoveryCodesLeft < fewCodes && (
            <div className={stateClass}>
              <Note tone="warning">
                <p>
                  <FormattedMessage id="secondFactor.codes.few" />
                </p>
              </Note>
            </div>
          )}
          {data && (
            <Actions>
              <Button
                icon={<DeviceMobile size={20} aria-hidden />}
                onClick={() => setOpen({ what: 'setUpTotp' })}
              >
                <FormattedMessage
                  id={data.totp ? 'secondFactor.setup.again' : 'secondFactor.setup'}
                />
              </Button>
              {supportsPasskeys() && (
                <Button
                  icon={<Key size={20} aria-hidden />}
                  onClick={() => setOpen({ what: 'addPasskey' })}
                >
                  <FormattedMessage id="secondFactor.passkey.add" />
                </Button>
              )}
            </Actions>
          )}
        </div>
      </section>
      {open && (
        <Shown {...open} userId={userId} onDone={finish} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
