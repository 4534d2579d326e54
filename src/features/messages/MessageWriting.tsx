import { useEffect, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { useOwnerId } from '#src/api/useUser.ts';
import { changeQueued, type QueuedMessage } from '#src/lib/outbox.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { Holding, TimelinePlace } from '#src/lib/timelinePlace.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { NewMessageDialog } from './NewMessageDialog.tsx';

/** What the provider answers by itself, once a message has arrived. */
function AutoReply({ acc, onClose }: { acc: string; onClose: () => void }) {
  const intl = useIntl();
  const account = useListAccountsQuery().data?.accounts.find(({ id }) => id === acc);
  const reply = account?.autoResponderSetting;
  if (!reply?.isActivated) return null;
  const closeLabel = intl.formatMessage({ id: 'action.close' });
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'messages.autoReply' }, { name: account?.name ?? '' })}
      closeLabel={closeLabel}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <p style={{ whiteSpace: 'pre-wrap' }}>{reply.message}</p>
    </Dialog>
  );
}

type MessageWritingProps = {
  place: TimelinePlace;
  queued: readonly QueuedMessage[];
  /** Keys of the messages that have arrived, as far as they are shown. */
  arrived: ReadonlySet<string>;
  /** Where the place can be lost while something is being written. */
  holding?: Holding;
  showToast: ShowToast;
  onSent: () => void;
  /** Leads to the dialog. */
  button: (open: () => void, hasReturned: boolean) => ReactNode;
};

/** The dialog for messages: opened by its button, and by what came back. One after the other, none takes another's place. */
export function MessageWriting({
  place,
  queued,
  arrived,
  holding,
  showToast,
  onSent,
  button,
}: MessageWritingProps) {
  const userId = useOwnerId();
  const [open, setOpen] = useState<{ returnedKey: string | undefined }>();
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  const [sentKey, setSentKey] = useState<string>();
  const returned = queued.filter((message) => message.returned);
  const next = returned.find(({ key, isPutOff }) => !isPutOff && !putOff.has(key));
  if (!open && next) setOpen({ returnedKey: next.key });
  const isWriting = open !== undefined;
  const onWriting = holding?.onWriting;
  useEffect(() => {
    onWriting?.(isWriting);
    return () => onWriting?.(false);
  }, [isWriting, onWriting]);
  if (userId === undefined) return null;
  const owner = userId;

  function close(): void {
    if (open?.returnedKey !== undefined) {
      setPutOff(new Set([...putOff, open.returnedKey]));
      void changeQueued(owner, open.returnedKey, { isPutOff: true }); // for the next visit
    }
    setOpen(undefined);
  }

  return (
    <>
      {button(() => setOpen({ returnedKey: returned[0]?.key }), returned.length > 0)}
      {open && (
        <NewMessageDialog
          key={open.returnedKey}
          userId={userId}
          place={place}
          returned={returned.find(({ key }) => key === open.returnedKey)}
          isGone={holding?.isGone ?? false}
          showToast={showToast}
          onClose={close}
          onSent={(key) => {
            setSentKey(key);
            setPutOff(new Set([...putOff].filter((each) => each !== key))); // should it come back once more
            setOpen(undefined);
            onSent();
          }}
        />
      )}
      {!open && sentKey !== undefined && arrived.has(sentKey) && (
        <AutoReply acc={place.acc} onClose={() => setSentKey(undefined)} />
      )}
    </>
  );
}
