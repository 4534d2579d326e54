import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import type { SecondFactor } from '#schemas/access/secondFactor.ts';
import { useGetSecondFactorQuery } from '#src/api/access/secondFactor.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { supportsPasskeys } from '#src/device/passkeys.ts';
import { useDay } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { DeviceMobile, Keyboard } from '#src/ui/icons.ts';
import type { Icon } from '#src/ui/makeIcon.ts';
import { Key } from '#src/ui/portalIcons.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { IconEntryList } from './entryLists.ts';
import {
  SecondFactorDialog,
  type DoneText,
  type SecondFactorChange,
} from './SecondFactorDialog.tsx';
import { SectionHeader, sectionClass } from './Section.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
`;
const stateClass = css`
  margin-bottom: var(--s-4);
`;
const fewCodes = 3;

/** Second factors: set up and remove authenticator app, passkeys and recovery codes. */
export function SecondFactorSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useGetSecondFactorQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  const [change, setChange] = useState<SecondFactorChange>();
  const isOn = data && (data.totp !== null || data.passkeys.length > 0);
  const { heading, focusHeading } = useHeadingFocus();

  function finish(text: DoneText) {
    setChange(undefined);
    toast({ level: 'success', text: { id: text } });
    focusHeading();
  }

  return (
    <>
      <section className={sectionClass}>
        <SectionHeader heading={heading} title={<FormattedMessage id="secondFactor.title" />}>
          <FormattedMessage id="secondFactor.text" />
        </SectionHeader>
        <div>
          {error && !data && <Failure error={error} retry={refetch} />}
          {!error && !data && <Loading />}
          {data && !isOn && (
            <p className={stateClass}>
              <FormattedMessage id="secondFactor.off" />
            </p>
          )}
          {data && isOn && <Methods factor={data} onChange={setChange} />}
          {isOn && data.recoveryCodesLeft < fewCodes && (
            <div className={stateClass}>
              <Note tone="warning">
                <p>
                  <FormattedMessage id="secondFactor.codes.few" />
                </p>
              </Note>
            </div>
          )}
          {data && <SetupButtons hasTotp={data.totp !== null} onChange={setChange} />}
        </div>
      </section>
      {change && (
        <SecondFactorDialog
          {...change}
          userId={userId}
          onDone={finish}
          onClose={() => setChange(undefined)}
        />
      )}
    </>
  );
}

type OnChange = (change: SecondFactorChange) => void;

/** Passkeys, the authenticator app and the recovery codes that are set up. */
const Methods = ({ factor, onChange }: { factor: SecondFactor; onChange: OnChange }) => (
  <IconEntryList>
    {factor.passkeys.map((passkey) => (
      <PasskeyRow
        key={passkey.passkeyId}
        passkey={passkey}
        onRemove={() => onChange({ action: 'removePasskey', passkeyId: passkey.passkeyId })}
      />
    ))}
    {factor.totp && (
      <TotpRow
        createdAt={factor.totp.createdAt}
        onRemove={() => onChange({ action: 'removeTotp' })}
      />
    )}
    <CodesRow left={factor.recoveryCodesLeft} onRenew={() => onChange({ action: 'renewCodes' })} />
  </IconEntryList>
);

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRemove,
}: {
  passkey: SecondFactor['passkeys'][number];
  onRemove: () => void;
}) {
  const intl = useIntl();
  const formatDate = useDay();
  return (
    <Row
      icon={Key}
      title={name}
      detail={
        <FormattedMessage
          id={lastUsedAt ? 'secondFactor.passkey.used' : 'secondFactor.passkey.since'}
          values={{ date: formatDate(createdAt), used: formatDate(lastUsedAt ?? createdAt) }}
        />
      }
      action={
        <Button
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'secondFactor.removeOnePasskey' }, { name })}
          onClick={onRemove}
        >
          <FormattedMessage id="action.remove" />
        </Button>
      }
    />
  );
}

function TotpRow({ createdAt, onRemove }: { createdAt: string; onRemove: () => void }) {
  const intl = useIntl();
  const formatDate = useDay();
  return (
    <Row
      icon={DeviceMobile}
      title={<FormattedMessage id="secondFactor.totp" />}
      detail={<FormattedMessage id="secondFactor.since" values={{ date: formatDate(createdAt) }} />}
      action={
        <Button
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'secondFactor.removeTotp' })}
          onClick={onRemove}
        >
          <FormattedMessage id="action.remove" />
        </Button>
      }
    />
  );
}

function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  const intl = useIntl();
  return (
    <Row
      icon={Keyboard}
      title={<FormattedMessage id="secondFactor.codes.title" />}
      detail={
        <FormattedMessage
          id="secondFactor.codes.left"
          values={{ left, all: secondFactorLimits.recoveryCodes }}
        />
      }
      action={
        <Button
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'secondFactor.codes.renew' })}
          onClick={onRenew}
        >
          <FormattedMessage id="secondFactor.codes.renewShort" />
        </Button>
      }
    />
  );
}

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

const SetupButtons = ({ hasTotp, onChange }: { hasTotp: boolean; onChange: OnChange }) => (
  <Actions>
    <Button
      icon={<DeviceMobile size={20} aria-hidden />}
      onClick={() => onChange({ action: 'setUpTotp' })}
    >
      <FormattedMessage id={hasTotp ? 'secondFactor.setup.again' : 'secondFactor.setup'} />
    </Button>
    {supportsPasskeys() && (
      <Button
        icon={<Key size={20} aria-hidden />}
        onClick={() => onChange({ action: 'addPasskey' })}
      >
        <FormattedMessage id="secondFactor.passkey.add" />
      </Button>
    )}
  </Actions>
);
