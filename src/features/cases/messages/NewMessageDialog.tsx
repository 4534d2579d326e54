import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { unfinishedUploads } from '#src/engine/react/services/uploads.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import type { PortalDraft } from '#src/forms/portalDrafts.ts';
import { SentElsewhere } from '#src/forms/SentElsewhere.tsx';
import { useOwnDraft } from '#src/forms/useOwnDraft.ts';
import { endDraft } from '#src/device/indexedDb/draftStorage.ts';
import {
  getAttachments,
  deleteQueued,
  getMessageDraftName,
  queueMessage,
  type QueuedMessage,
  type Return,
  type WrittenMessage,
} from '#src/device/indexedDb/messageQueue.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { createMessageUploads } from './messageUploads.ts';

const Frame = styled.div`
  --form-lead: 0;
  display: grid;
  gap: var(--s-5);
  align-content: start;
  min-height: 24rem;
  > form {
    min-width: 0;
  }
`;

type NewMessageDialogProps = {
  userId: string;
  place: TimelineRef;
  /** A failed message that the user edits and sends again. */
  returned: QueuedMessage | undefined;
  /** The case or folder was withdrawn, so the text can only be copied. */
  isGone: boolean;
  /** Idempotency key of the message. */
  onSent: (key: string) => void;
  onClose: () => void;
};

function ReturnNote({ why }: { why: Return | undefined }) {
  if (why === undefined || why === 'takenBack') return null;
  return (
    <Note tone="danger" role="alert">
      <p>{'text' in why ? why.text : <FormattedMessage id={why.textId} />}</p>
    </Note>
  );
}

/** Later changes need a new key, because the server already has this message. */
const isKeySpent = ({ returned }: QueuedMessage): boolean =>
  typeof returned === 'object' &&
  'textId' in returned &&
  returned.textId === 'messages.earlierArrived';

/** The answers as sent, and files that were uploaded since. */
function restoreWritten(returned: QueuedMessage): WrittenMessage {
  const { written, files = [] } = returned;
  const late = files.flatMap(({ stored }) =>
    stored
      ? {
          entityId: stored.fileuploadId,
          name: stored.fileName,
          extension: stored.fileExtension,
          size: stored.size,
        }
      : [],
  );
  const arrived = new Map(
    [...(written.UploadIds ?? []), ...late].map((file) => [file.entityId, file]),
  );
  return arrived.size > 0
    ? { ...written, UploadIds: getAttachments(returned).flatMap(({ id }) => arrived.get(id) ?? []) }
    : written;
}

type WritingProps = Pick<
  NewMessageDialogProps,
  'userId' | 'place' | 'returned' | 'isGone' | 'onSent'
> & { draft: PortalDraft; onChange: () => void; onDiscard: () => void };

function PlaceGoneNote({ copyText }: { copyText: () => string }) {
  const intl = useIntl();
  return (
    <Note tone="danger" role="alert">
      <p>
        <FormattedMessage id="messages.placeGone" />
      </p>
      <CopyButton
        text={copyText}
        label={intl.formatMessage({ id: 'messages.copy' })}
        doneLabel={intl.formatMessage({ id: 'action.copied' })}
      />
    </Note>
  );
}

function DraftNote({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  const moment = useMoment();
  return (
    <Note tone="accent" role="status">
      <p>
        <FormattedMessage
          id="messages.draft"
          values={{ at: moment(new Date(savedAt).toISOString()) }}
        />
      </p>
      <Button variant="ghost" onClick={onDiscard}>
        <FormattedMessage id="messages.discard" />
      </Button>
    </Note>
  );
}

/** Formats a message's subject and text for the clipboard. */
const formatForCopy = ({ Header, TextContent }: Answers): string =>
  [Header, TextContent].filter((text) => typeof text === 'string' && text !== '').join('\n\n');

/** Queues a written message, and then ends its draft. Returns the idempotency key. */
function useSendMessage({
  draft: { form, round },
  userId,
  place,
  returned,
}: Pick<WritingProps, 'draft' | 'userId' | 'place' | 'returned'>) {
  const [files] = useState(() => createMessageUploads(userId, { form, round }, returned?.key));

  async function send(written: WrittenMessage): Promise<string> {
    const key = returned && !isKeySpent(returned) ? returned.key : generateKey();
    const toSend = await files.toSend();
    const outcome = await queueMessage(
      userId,
      {
        key,
        place,
        written,
        files: toSend.map((each) => ({ key: each.key, name: each.file.name })),
        turns: files.turns(),
        queuedAt: new Date(getServerNow()).toISOString(),
      },
      toSend,
    );
    if (returned && returned.key !== key) await deleteQueued(userId, returned.key);
    if (outcome === 'unkept') warnNotKept();
    await endDraft({ form, round });
    return key;
  }

  return { send, unfinished: files.unfinished };
}

/** Warns that this device does not store the draft. */
const warnNotKept = (): void => toast({ level: 'warning', text: { id: 'draft.notKept' } });

function Writing(props: WritingProps) {
  const { draft, returned, isGone, onSent, onChange, onDiscard } = props;
  const { form, round, answers, savedAt } = draft;
  const [hasEnded, setHasEnded] = useState(false);
  const [hadReturned] = useState(returned !== undefined);
  const [isSending, setIsSending] = useState(false);
  const isSentElsewhere = hasEnded || (hadReturned && returned === undefined && !isSending);
  const [initial] = useState<Answers>(() =>
    savedAt === undefined ? (returned ? restoreWritten(returned) : {}) : answers,
  );
  const current = useRef(initial);
  const { send, unfinished } = useSendMessage(props);

  async function handleSubmit(answersGiven: Record<string, unknown>): Promise<void> {
    setIsSending(true);
    try {
      onSent(await send(answersGiven as WrittenMessage)); // the form's rules have checked them
    } finally {
      setIsSending(false);
    }
  }

  return (
    <>
      {isGone && <PlaceGoneNote copyText={() => formatForCopy(current.current)} />}
      {!isGone && <ReturnNote why={returned?.returned} />}
      {savedAt !== undefined && Object.keys(answers).length > 0 && !isSentElsewhere && !isGone && (
        <DraftNote savedAt={savedAt} onDiscard={onDiscard} />
      )}
      {isSentElsewhere && <SentElsewhere />}
      <PortalForm
        name="newMessage"
        header={() => null}
        focusOn="Header"
        initial={initial}
        isClosed={isGone}
        draft={{ form, round, onEnded: () => setHasEnded(true), onFailing: warnNotKept }}
        services={[provide(unfinishedUploads, unfinished)]}
        onChange={(given) => {
          current.current = given;
          onChange();
        }}
        onSubmit={handleSubmit}
      />
    </>
  );
}

type DiscardQuestionProps = {
  isGone: boolean;
  onDiscard: () => void;
  /** closes the form and stores its draft */
  onKeep: () => void;
  onCancel: () => void;
};

function DiscardQuestion({ isGone, onDiscard, onKeep, onCancel }: DiscardQuestionProps) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'messages.discard.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onCancel}
      actions={
        <>
          <Button variant="ghost" onClick={onDiscard}>
            <FormattedMessage id="messages.discard" />
          </Button>
          {!isGone && (
            <Button onClick={onKeep}>
              <FormattedMessage id="messages.keepDraft" />
            </Button>
          )}
          <Button variant="primary" onClick={onCancel}>
            <FormattedMessage id="messages.goOn" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={isGone ? 'messages.discard.gone' : 'messages.discard.text'} />
      </p>
    </Dialog>
  );
}

/** Form for a new message. Its draft stays on this device until it is sent or discarded. */
export function NewMessageDialog({
  userId,
  place,
  returned,
  isGone,
  onSent,
  onClose,
}: NewMessageDialogProps) {
  const intl = useIntl();
  // a returned message is gone once another tab has sent or discarded it
  const [name] = useState(() => getMessageDraftName(userId, place, returned?.key));
  const { draft } = useOwnDraft(name);
  const [isChanged, setIsChanged] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  async function discard(): Promise<void> {
    onClose(); // first, so that the form's last save cannot restore the deleted draft
    if (returned) await deleteQueued(userId, returned.key);
    if (draft) await endDraft(draft);
  }

  return (
    <>
      <Dialog
        title={intl.formatMessage({ id: 'messages.new' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={() => (isChanged ? setIsAsking(true) : onClose())}
      >
        <Frame>
          <Suspense>
            {draft && (
              <Writing
                {...{ draft, userId, place, returned, isGone, onSent }}
                onChange={() => setIsChanged(true)}
                onDiscard={() => void discard()}
              />
            )}
          </Suspense>
        </Frame>
      </Dialog>
      {isAsking && (
        <DiscardQuestion
          isGone={isGone}
          onDiscard={() => void discard()}
          onKeep={onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
