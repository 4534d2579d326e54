import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { InvitationMetadata, PinChannel } from '#schemas/users.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { usersApi } from '#src/api/users.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import type { KnownPin } from './sentPin.ts';

/** The button that sends a PIN, by the way that is chosen where there are two. */
export function PinRequest({ invitation, onSent }: { invitation: InvitationMetadata; onSent: (sent: KnownPin) => void }) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const once = useOnce();
  const [isBusy, setIsBusy] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function request(preferredChannel: PinChannel) {
    setIsChoosing(false);
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const sent = await once(preferredChannel, (idempotencyKey) =>
        dispatch(usersApi.endpoints.requestPin.initiate({ params: { key: invitation.authentication }, query: { preferredChannel }, idempotencyKey }, { track: false })).unwrap());
      onSent({ ...sent, sentAt: Date.now() });
    } catch (error) {
      setRefusal(toUserMessage(error, (id) => intl.formatMessage({ id }))); // stays: something has to be done about it
      setIsBusy(false);
    }
  }

  return (
    <>
      {refusal && <Note tone="danger" role="alert"><p>{refusal}</p></Note>}
      <Button variant="primary" isBusy={isBusy} onClick={() => (invitation.isSmsAvailable ? setIsChoosing(true) : void request('Email'))}><FormattedMessage id="requestPin.submit" /></Button>
      {isChoosing && <ChannelDialog onChoose={(channel) => void request(channel)} onClose={() => setIsChoosing(false)} />}
    </>
  );
}
