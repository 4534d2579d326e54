import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { sendUpload } from '#src/api/files/files.ts';
import { messagesApi } from '#src/api/cases/messages.ts';
import { sendQueued } from '#src/api/cases/sendQueuedMessages.ts';
import {
  getAttachments,
  messageFiles,
  type QueuedMessage,
  type Return,
} from '#src/device/indexedDb/messageQueue.ts';
import { toast } from '#src/ui/toast.ts';

/**
 * Sends the user's queued messages on every page after the login, also those of an earlier visit.
 */
export function useMessageQueue(userId: string | undefined): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const handleReturned = useEffectEvent(
    ({ written: { Header: header } }: QueuedMessage, why: Return) => {
      if (why === 'takenBack') return;
      toast({
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
          body: { Header, TextContent, UploadIds: getAttachments(message).map(({ id }) => id) },
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
