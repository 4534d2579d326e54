import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NewMessage } from '#schemas/messages.ts';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { failedWith } from '#src/api/errors.ts';
import { useSendMessageMutation, type TimelinePlace } from '#src/api/messages.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

const Frame = styled.div`min-height: 24rem;`;

type Answers = { Header: string; TextContent: string; UploadIds?: { entityId: string }[] };

/** Writes and sends a message. What could not be sent stays in the form; what the provider answers by itself is shown after it was. */
export function NewMessageDialog({ place, showToast, onClose }: { place: TimelinePlace; showToast: ShowToast; onClose: () => void }) {
  const intl = useIntl();
  const [send] = useSendMessageMutation();
  const once = useOnce();
  const [isChanged, setIsChanged] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [autoReply, setAutoReply] = useState<string>();
  const account = useListAccountsQuery().data?.accounts.find(({ id }) => id === place.acc);
  const closeLabel = intl.formatMessage({ id: 'action.close' });

  async function handleSubmit(answers: Record<string, unknown>): Promise<void> {
    const { Header, TextContent, UploadIds = [] } = answers as Answers; // as the form's own rules have let them through
    const body: NewMessage = { Header, TextContent, UploadIds: UploadIds.map(({ entityId }) => entityId) };
    await once({ place, body }, (idempotencyKey) => send({ place, body, idempotencyKey }).unwrap());
    showToast({ level: 'success', text: intl.formatMessage({ id: 'messages.sent' }) });
    const reply = account?.autoResponderSetting;
    if (reply?.isActivated) setAutoReply(reply.message);
    else onClose();
  }

  if (autoReply !== undefined) {
    return (
      <Dialog size="small" title={intl.formatMessage({ id: 'messages.autoReply' }, { name: account?.name ?? '' })} closeLabel={closeLabel} onClose={onClose} actions={<Button variant="primary" onClick={onClose}>{closeLabel}</Button>}>
        <p style={{ whiteSpace: 'pre-wrap' }}>{autoReply}</p>
      </Dialog>
    );
  }
  return (
    <>
      <Dialog title={intl.formatMessage({ id: 'messages.new' })} closeLabel={closeLabel} onClose={() => (isChanged ? setIsAsking(true) : onClose())}>
        <Frame onInput={() => setIsChanged(true)} onChange={() => setIsChanged(true)}>
          <Suspense>
            <PortalForm name="newMessage" header={() => null} onSubmit={handleSubmit} errorText={(error) => intl.formatMessage({ id: failedWith(error, 'uploadLimit') ? 'UploadLimit' : 'messages.notSent' })} />
          </Suspense>
        </Frame>
      </Dialog>
      {isAsking && (
        <Dialog
          size="small" title={intl.formatMessage({ id: 'messages.discard.title' })} closeLabel={closeLabel} onClose={() => setIsAsking(false)}
          actions={<><Button onClick={onClose}><FormattedMessage id="messages.discard" /></Button><Button variant="primary" onClick={() => setIsAsking(false)}><FormattedMessage id="messages.goOn" /></Button></>}
        >
          <p><FormattedMessage id="messages.discard.text" /></p>
        </Dialog>
      )}
    </>
  );
}
