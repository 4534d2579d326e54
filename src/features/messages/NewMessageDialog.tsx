import { styled } from '@linaria/react';
import { Suspense, use, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Answers } from '#src/engine/core/conditions.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import { provide } from '#src/engine/react/services.ts';
import { unfinishedUploads } from '#src/engine/react/uploads.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { takeUpDraft, type PortalDraft } from '#src/forms/portalDrafts.ts';
import { endDraft } from '#src/lib/drafts.ts';
import {
  attachmentsOf,
  dropQueued,
  messageDraft,
  queueMessage,
  type QueuedMessage,
  type Return,
  type WrittenMessage,
} from '#src/lib/outbox.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { filesWith } from './filesWith.ts';

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
  place: TimelinePlace;
  /** What came back and is to be sent another way, if at all. */
  returned: QueuedMessage | undefined;
  /** The place is no longer shared: what is written can only be copied. */
  isGone: boolean;
  showToast: ShowToast;
  /** Under this key it goes on its way. */
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

/** After this its key stands for what has arrived already. */
const isKeySpent = ({ returned }: QueuedMessage): boolean =>
  typeof returned === 'object' &&
  'textId' in returned &&
  returned.textId === 'messages.earlierArrived';

/** What it was sent with, and those of its files that have arrived since. */
function writtenIn(returned: QueuedMessage): WrittenMessage {
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
    ? { ...written, UploadIds: attachmentsOf(returned).flatMap(({ id }) => arrived.get(id) ?? []) }
    : written;
}

type WritingProps = Pick<
  NewMessageDialogProps,
  'userId' | 'place' | 'returned' | 'isGone' | 'showToast' | 'onSent'
> & { draft: PortalDraft; onChange: () => void; onDiscard: () => void };

function Writing({
  draft: { form, round, answers, savedAt },
  userId,
  place,
  returned,
  isGone,
  showToast,
  onSent,
  onChange,
  onDiscard,
}: WritingProps) {
  const intl = useIntl();
  const [hasEnded, setHasEnded] = useState(false);
  const [initial] = useState<Answers>(() =>
    savedAt === undefined ? (returned ? writtenIn(returned) : {}) : answers,
  );
  const current = useRef(initial);
  const copied = () =>
    [current.current['Header'], current.current['TextContent']]
      .filter((text) => typeof text === 'string' && text !== '')
      .join('\n\n');
  const [files] = useState(() => filesWith(userId, { form, round }, returned?.key));

  async function handleSubmit(answersGiven: Record<string, unknown>): Promise<void> {
    const written = answersGiven as WrittenMessage; // as the form's own rules have let them through
    const key = returned && !isKeySpent(returned) ? returned.key : newKey();
    const toSend = await files.toSend();
    const outcome = await queueMessage(
      userId,
      {
        key,
        place,
        written,
        files: toSend.map((each) => ({ key: each.key, name: each.file.name })),
        turns: files.turns(),
        queuedAt: new Date().toISOString(),
      },
      toSend,
    );
    if (returned && returned.key !== key) await dropQueued(userId, returned.key);
    if (outcome === 'unkept')
      showToast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) });
    await endDraft({ form, round });
    onSent(key);
  }

  return (
    <>
      {isGone && (
        <Note tone="danger" role="alert">
          <p>
            <FormattedMessage id="messages.placeGone" />
          </p>
          <CopyButton
            text={copied}
            label={intl.formatMessage({ id: 'messages.copy' })}
            doneLabel={intl.formatMessage({ id: 'action.copied' })}
          />
        </Note>
      )}
      {!isGone && <ReturnNote why={returned?.returned} />}
      {savedAt !== undefined && Object.keys(answers).length > 0 && !hasEnded && !isGone && (
        <Note tone="accent" role="status">
          <p>
            <FormattedMessage
              id="messages.draft"
              values={{ at: intl.formatDate(savedAt, { dateStyle: 'short', timeStyle: 'short' }) }}
            />
          </p>
          <Button variant="ghost" onClick={onDiscard}>
            <FormattedMessage id="messages.discard" />
          </Button>
        </Note>
      )}
      {hasEnded && (
        <Note tone="warning" role="alert">
          <p>
            <FormattedMessage id="draft.sentElsewhere" />
          </p>
        </Note>
      )}
      <PortalForm
        name="newMessage"
        header={() => null}
        focusOn="Header"
        initial={initial}
        isClosed={isGone}
        draft={{
          form,
          round,
          onEnded: () => setHasEnded(true),
          onFailing: () =>
            showToast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) }),
        }}
        services={[provide(unfinishedUploads, files.unfinished)]}
        onChange={(given) => {
          current.current = given;
          onChange();
        }}
        onSubmit={handleSubmit}
      />
    </>
  );
}

/** Waits for what is kept of an earlier try. */
function TakenUp({ kept, ...props }: Omit<WritingProps, 'draft'> & { kept: Promise<PortalDraft> }) {
  return <Writing {...props} draft={use(kept)} />;
}

/** Writes a message. What is typed stays on this device until it is sent or thrown away. */
export function NewMessageDialog({
  userId,
  place,
  returned,
  isGone,
  showToast,
  onSent,
  onClose,
}: NewMessageDialogProps) {
  const intl = useIntl();
  const form = messageDraft(userId, place, returned?.key);
  const [kept] = useState(() => takeUpDraft(form));
  const [isChanged, setIsChanged] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const closeLabel = intl.formatMessage({ id: 'action.close' });
  const close = () => (isChanged ? setIsAsking(true) : onClose());

  async function discard(): Promise<void> {
    onClose(); // first: what the form saves when it goes must not come after the end of the draft
    if (returned) await dropQueued(userId, returned.key);
    await endDraft(await kept);
  }

  return (
    <>
      <Dialog
        title={intl.formatMessage({ id: 'messages.new' })}
        closeLabel={closeLabel}
        onClose={close}
      >
        <Frame>
          <Suspense>
            <TakenUp
              {...{ kept, userId, place, returned, isGone, showToast, onSent }}
              onChange={() => setIsChanged(true)}
              onDiscard={() => void discard()}
            />
          </Suspense>
        </Frame>
      </Dialog>
      {isAsking && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'messages.discard.title' })}
          closeLabel={closeLabel}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button variant="ghost" onClick={() => void discard()}>
                <FormattedMessage id="messages.discard" />
              </Button>
              {!isGone && (
                <Button onClick={onClose}>
                  <FormattedMessage id="messages.keepDraft" />
                </Button>
              )}
              <Button variant="primary" onClick={() => setIsAsking(false)}>
                <FormattedMessage id="messages.goOn" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id={isGone ? 'messages.discard.gone' : 'messages.discard.text'} />
          </p>
        </Dialog>
      )}
    </>
  );
}
