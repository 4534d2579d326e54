import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { messagesApi } from '#src/api/messages.ts';
import { sendQueued } from '#src/api/outbox.ts';
import type { QueuedMessage, Return } from '#src/lib/outbox.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

/** Sends on every page behind the login what its user has written, also before the last reload or off the net. */
export function useOutbox(userId: string | undefined, showToast: ShowToast): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const handleReturned = useEffectEvent(({ written: { Header: header } }: QueuedMessage, why: Return) => {
    if (why === 'takenBack') return;
    showToast({ level: 'error', text: intl.formatMessage({ id: 'messages.returned' }, { header, reason: 'text' in why ? why.text : intl.formatMessage({ id: why.textId }) }) });
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const sending = new AbortController();
    const send = ({ key: idempotencyKey, place, written: { Header, TextContent, UploadIds = [] } }: QueuedMessage) =>
      dispatch(messagesApi.endpoints.sendMessage.initiate({ userId, place, idempotencyKey, body: { Header, TextContent, UploadIds: UploadIds.map(({ entityId }) => entityId) } })).unwrap();
    void sendQueued({ userId, send, onReturned: (message, why) => handleReturned(message, why) }, sending.signal);
    return () => sending.abort();
  }, [userId, dispatch]);
}
