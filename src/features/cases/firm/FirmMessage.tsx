import { css } from '@linaria/core';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { CaseFile, ProviderMessage } from '#schemas/cases/messages.ts';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { fetchMessageFile, useWithdrawFirmMessageMutation } from '#src/api/cases/firmMessages.ts';
import { saveBytes } from '#src/device/saveBytes.ts';
import { BubbleCard, BubbleRow } from '#src/features/cases/messages/bubbleStyles.ts';
import { useDay, useMoment } from '#src/locale/useMoment.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Trash } from '#src/ui/icons.ts';
import { Checks, DownloadSimple } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const files = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  margin-top: var(--s-2);
  list-style: none;
`;

type Place = { acc: string; caseId: string };
type Client = ProviderCase['clients'][number];

/** Downloads a file of a message. */
function FileButton({
  place: { acc, caseId },
  messageId,
  file: { fileId, fileName, size },
}: {
  place: Place;
  messageId: string;
  file: CaseFile;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);

  async function download(): Promise<void> {
    setIsBusy(true);
    try {
      saveBytes(await fetchMessageFile(acc, { caseId, messageId, fileId }), fileName);
    } catch (error) {
      toast({ level: 'error', text: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  }

  const shownSize = formatFileSize(size, intl.formatNumber);
  return (
    <Button
      isBusy={isBusy}
      icon={<DownloadSimple size={20} aria-hidden />}
      aria-label={intl.formatMessage({ id: 'firmCases.file' }, { name: fileName, size: shownSize })}
      onClick={() => void download()}
    >
      {`${fileName}, ${shownSize}`}
    </Button>
  );
}

/** Names who has read a message of the firm, and who has not. */
function Receipts({ message, clients }: { message: ProviderMessage; clients: readonly Client[] }) {
  const intl = useIntl();
  const day = useDay();
  const name = (userId: string): string => {
    const client = clients.find((each) => each.userId === userId);
    return client ? formatPersonName(client) : '';
  };
  const known = message.readBy.filter(({ userId }) => name(userId) !== '');
  const read = known.flatMap(({ userId, readAt }) =>
    readAt === null
      ? []
      : intl.formatMessage({ id: 'firmCases.readAt' }, { name: name(userId), date: day(readAt) }),
  );
  const unread = known.filter(({ readAt }) => readAt === null).map(({ userId }) => name(userId));
  return (
    <span>
      {read.length > 0 && <Checks size={16} aria-hidden />}
      <WrappedText>
        {[
          ...read,
          ...(unread.length > 0
            ? [
                intl.formatMessage(
                  { id: 'firmCases.unreadBy' },
                  { names: intl.formatList(unread, { type: 'conjunction' }) },
                ),
              ]
            : []),
        ].join(' · ')}
      </WrappedText>
    </span>
  );
}

/** Withdraws a message after a question. */
function WithdrawButton({
  place: { acc, caseId },
  message,
}: {
  place: Place;
  message: ProviderMessage;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [isAsking, setIsAsking] = useState(false);
  const [withdraw, { isLoading }] = useWithdrawFirmMessageMutation();

  async function run(): Promise<void> {
    try {
      await withdraw({ acc, params: { caseId, messageId: message.messageId } }).unwrap();
      toast({ level: 'success', text: { id: 'firmCases.withdrawn' } });
    } catch (error) {
      setIsAsking(false);
      toast({ level: 'error', text: errorText(error) });
    }
  }

  return (
    <>
      <button type="button" data-action onClick={() => setIsAsking(true)}>
        <Trash size={18} aria-hidden />
        <FormattedMessage id="firmCases.withdraw" />
      </button>
      {isAsking && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'firmCases.withdraw.title' })}
          closeLabel={intl.formatMessage({ id: 'action.close' })}
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button onClick={() => setIsAsking(false)}>
                <FormattedMessage id="action.cancel" />
              </Button>
              <Button variant="primary" isBusy={isLoading} onClick={() => void run()}>
                <FormattedMessage id="firmCases.withdraw" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id="firmCases.withdraw.text" values={{ header: message.header }} />
          </p>
        </Dialog>
      )}
    </>
  );
}

type FirmMessageProps = { place: Place; message: ProviderMessage; clients: readonly Client[] };

/** A message as the firm sees it: its own on the right, with what clients have read. */
export function FirmMessage({ place, message, clients }: FirmMessageProps) {
  const intl = useIntl();
  const moment = useMoment();
  const { messageId, header, text, creatorName, creationDate, userId } = message;
  const isOwn = userId === null;
  const author = clients.find((each) => each.userId === userId);
  return (
    <BubbleRow data-own={isOwn ? '' : undefined} data-message={messageId}>
      {!isOwn && (
        <span data-author aria-hidden>
          <Avatar firstName={author?.firstName ?? creatorName} lastName={author?.lastName ?? ''} />
        </span>
      )}
      <BubbleCard
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'messages.of' }, { author: creatorName, header })}
      >
        <header>
          <b>{creatorName}</b>
          <time dateTime={creationDate}>{moment(creationDate)}</time>
        </header>
        <h3>{header}</h3>
        {text && <p>{text}</p>}
        {message.files.length > 0 && (
          <ul className={files}>
            {message.files.map((file) => (
              <li key={file.fileId}>
                <FileButton place={place} messageId={messageId} file={file} />
              </li>
            ))}
          </ul>
        )}
        {isOwn && (
          <footer>
            <WithdrawButton place={place} message={message} />
            <Receipts message={message} clients={clients} />
          </footer>
        )}
      </BubbleCard>
    </BubbleRow>
  );
}
