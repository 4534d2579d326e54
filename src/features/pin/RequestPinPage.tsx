import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { InvitationMetadata, PinChannel } from '#schemas/users.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { useGetInvitationQuery, usersApi } from '#src/api/users.ts';
import { paths } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import { InvitedSheet } from './InvitedSheet.tsx';
import type { KnownPin } from './sentPin.ts';

type RequestPinPageProps = { languageChoice: ReactNode; place: Place; showToast: ShowToast };

/** /start: where an invitation's link leads. A press on its button sends a PIN, so that whoever only opens links sends none. */
export function RequestPinPage({ languageChoice, place: { params: { hashUserKey = '' } }, showToast }: RequestPinPageProps) {
  const { data } = useGetInvitationQuery({ params: { hashUserKey } });
  return data && <Request invitation={data} hashUserKey={hashUserKey} languageChoice={languageChoice} showToast={showToast} />;
}

function Request({ invitation, hashUserKey, languageChoice, showToast }: { invitation: InvitationMetadata; hashUserKey: string; languageChoice: ReactNode; showToast: ShowToast }) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
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
      showToast({ level: 'success', text: intl.formatMessage({ id: sent.channel === 'Sms' ? 'RequestPINSuccess' : 'RequestPINSuccessEmail' }) });
      void navigate(paths.enterPin(hashUserKey), { state: { ...sent, sentAt: Date.now() } satisfies KnownPin });
    } catch (error) {
      setRefusal(toUserMessage(error, (id) => intl.formatMessage({ id }))); // stays: something has to be done about it
      setIsBusy(false);
    }
  }

  return (
    <InvitedSheet invitation={invitation} languageChoice={languageChoice} title={intl.formatMessage({ id: 'requestPin.title' })}>
      <p><FormattedMessage id="requestPin.text" values={{ name: invitation.accountName }} /></p>
      {refusal && <Note tone="danger" role="alert"><p>{refusal}</p></Note>}
      <Button variant="primary" isBusy={isBusy} onClick={() => (invitation.isSmsAvailable ? setIsChoosing(true) : void request('Email'))}><FormattedMessage id="requestPin.submit" /></Button>
      <Link to={paths.enterPin(hashUserKey)}><FormattedMessage id="requestPin.have" /></Link>
      {isChoosing && <ChannelDialog onChoose={(channel) => void request(channel)} onClose={() => setIsChoosing(false)} />}
    </InvitedSheet>
  );
}
