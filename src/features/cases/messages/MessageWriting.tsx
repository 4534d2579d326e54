import { useEffect, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useOwnerId } from '#src/api/client/useUser.ts';
import { updateQueued, type QueuedMessage } from '#src/device/indexedDb/messageQueue.ts';
import type { Holding, TimelineRef } from '#src/device/timelineRef.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { NewMessageDialog } from './NewMessageDialog.tsx';

/** Automatic reply of the provider, shown after a message arrived. */
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
  place: TimelineRef;
  queued: readonly QueuedMessage[];
  /** Idempotency keys of the loaded messages. */
  arrived: ReadonlySet<string>;
  /** true where a case or folder can be withdrawn while the user writes */
  holding?: Holding;
  onSent: () => void;
  /** Opens the dialog. */
  button: (open: () => void, hasReturned: boolean) => ReactNode;
};

/** Dialog for new messages, and for messages that failed. They open one after another. */
export function MessageWriting({
  place,
  queued,
  arrived,
  holding,
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
      void updateQueued(owner, open.returnedKey, { isPutOff: true });
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
          onClose={close}
          onSent={(key) => {
            setSentKey(key);
            setPutOff(new Set([...putOff].filter((each) => each !== key))); // it may fail again
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
