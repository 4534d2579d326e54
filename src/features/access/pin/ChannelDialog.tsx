import { css } from '@linaria/core';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PinChannel } from '#schemas/access/users.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DeviceMobile, PaperPlaneTilt } from '#src/ui/icons.ts';

const choices = css`
  display: grid;
  gap: var(--s-3);
  margin-top: var(--s-5);
`;

/** Asks for the PIN's channel, SMS or mail. A bottom sheet on phones. */
export function ChannelDialog({
  onChoose,
  onClose,
}: {
  onChoose: (channel: PinChannel) => void;
  onClose: () => void;
}) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'requestPin.channel.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="requestPin.channel.text" />
      </p>
      <div className={choices}>
        <Button
          variant="primary"
          icon={<DeviceMobile size={20} aria-hidden />}
          onClick={() => onChoose('Sms')}
        >
          <FormattedMessage id="requestPin.channel.sms" />
        </Button>
        <Button icon={<PaperPlaneTilt size={20} aria-hidden />} onClick={() => onChoose('Email')}>
          <FormattedMessage id="requestPin.channel.email" />
        </Button>
      </div>
    </Dialog>
  );
}
