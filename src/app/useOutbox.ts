import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { sendUpload } from '#src/api/files.ts';
import { messagesApi } from '#src/api/messages.ts';
import { sendQueued } from '#src/api/outbox.ts';
import { attachmentsOf, messageFiles, type QueuedMessage, type Return } from '#src/lib/outbox.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

/** Sends on every page behind the login what its user has written, also before the last reload or off the net. */
export function useOutbox(userId: string | undefined, showToast: ShowToast): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const handleReturned = useEffectEvent(
    ({ written: { Header: header } }: QueuedMessage, why: Return) => {
      if (why === 'takenBack') return;
      showToast({
        level: 'error',
        text: intl.formatMessage(
          { id: 'messages.returned' },
          { header, reason: 'text' in why ? why.text : intl.formatMessage({ id: why.textId }) },
        ),
      });
    },
  );
  useEffect(() => {
    if (userId === undefined) return undefined;
    const sending = new AbortController();
    const upload = (file: File, idempotencyKey: string, signal: AbortSignal) =>
      sendUpload({
        file,
        fields: { ElementId: messageFiles },
        userId,
        idempotencyKey,
        signal,
        onProgress: () => undefined,
      });
    const send = (message: QueuedMessage) => {
      const {
        key: idempotencyKey,
        place,
        written: { Header, TextContent },
      } = message;
      return dispatch(
        messagesApi.endpoints.sendMessage.initiate({
          userId,
          place,
          idempotencyKey,
          body: { Header, TextContent, UploadIds: attachmentsOf(message).map(({ id }) => id) },
        }),
      ).unwrap();
    };
    void sendQueued(
      { userId, upload, send, onReturned: (message, why) => handleReturned(message, why) },
      sending.signal,
    );
    return () => sending.abort();
  }, [userId, dispatch]);
}
