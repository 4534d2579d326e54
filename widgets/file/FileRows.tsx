import { styled } from '@linaria/react';
import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import { hasThumbnail } from '#schemas/files/files.rules.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { useService } from '#src/engine/react/services/useService.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Trash, UploadSimple, Warning, X } from '#src/ui/icons.ts';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import type { FileAnswer } from './fileLimits.ts';
import type { PendingUpload } from './uploadList.ts';

const Row = styled.li`
  display: grid;
  grid-template-columns: 2.5rem minmax(0, 1fr) auto;
  gap: 0.2rem var(--s-3);
  align-items: center;
  padding: 0.55rem 0.6rem;
  border: 1px solid var(--border);
  border-radius: var(--r-sm);
  background: var(--surface);
  &[data-failed] {
    border-color: var(--danger-line);
    background: var(--danger-tint);
  }
  &[data-failed] small {
    color: var(--danger-text);
    font-weight: var(--fw-strong);
  }
  b {
    display: block;
    font-weight: var(--fw-medium);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  b > button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: left;
    overflow-wrap: anywhere;
  }
  b > button:hover {
    text-decoration: underline;
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.35;
    font-variant-numeric: tabular-nums;
  }
  > :nth-child(4) {
    grid-column: 2;
  }
`;

const Picture = styled.span`
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  border-radius: 4px;
  overflow: hidden;
  background: var(--sunken);
  color: var(--muted);
  img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    background: #fff;
  }
  &[data-kind]::before {
    content: attr(data-kind);
    font-size: 0.625rem;
    font-weight: var(--fw-strong);
    text-transform: uppercase;
  }
`;

function Thumbnail({ file }: { file: FileAnswer }) {
  const { loadThumbnail } = useService(uploads);
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!hasThumbnail(file.extension)) return undefined;
    let url: string | undefined;
    let isGone = false;
    void loadThumbnail(file.entityId).then(
      (blob) => {
        if (!blob || isGone) return;
        url = URL.createObjectURL(blob);
        setSrc(url);
      },
      () => undefined,
    ); // the icon stays if there is no thumbnail
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [loadThumbnail, file.entityId, file.extension]);
  if (src)
    return (
      <Picture>
        <img src={src} alt="" />
      </Picture>
    );
  // rejected files get an icon too
  return <Picture data-kind={file.extension?.slice(0, 4)} aria-hidden />;
}

type FileRowProps = {
  picture: ReactNode;
  name: string;
  /** absent where no viewer is provided */
  onView: (() => void) | undefined;
  state: ReactNode;
  action: ReactNode;
  below?: ReactNode;
  isFailed?: boolean;
};

function FileRow({ picture, name, onView, state, action, below, isFailed }: FileRowProps) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  return (
    <Row data-failed={isFailed || undefined}>
      {picture}
      <span>
        <b>
          {onView && isHydrated ? (
            <button
              type="button"
              aria-label={intl.formatMessage({ id: 'file.view' }, { name })}
              onClick={onView}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </b>
        <small>{state}</small>
      </span>
      {action}
      {below}
    </Row>
  );
}

export function StoredFileRow({
  file,
  isDisabled,
  removeName,
  onView,
  onRemove,
}: {
  file: FileAnswer;
  isDisabled: boolean;
  /** Name of the checkbox that removes the file without scripts. */
  removeName: string;
  onView: (() => void) | undefined;
  onRemove: () => void;
}) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  return (
    <FileRow
      picture={<Thumbnail file={file} />}
      name={file.name}
      onView={onView}
      state={
        file.size === undefined ? (
          <FormattedMessage id="file.arrived" />
        ) : (
          <FormattedMessage
            id="file.uploaded"
            values={{ size: formatFileSize(file.size, intl.formatNumber) }}
          />
        )
      }
      action={
        isHydrated ? (
          <IconButton
            label={intl.formatMessage({ id: 'file.remove' }, { name: file.name })}
            icon={<Trash size={20} aria-hidden />}
            disabled={isDisabled}
            onClick={onRemove}
          />
        ) : (
          <Checkbox
            name={removeName}
            value={file.entityId}
            aria-label={intl.formatMessage({ id: 'file.remove' }, { name: file.name })}
            label={<FormattedMessage id="file.removeShort" />}
          />
        )
      }
    />
  );
}

/** Text of an upload: its error, or how much has been sent. */
function UploadState({ upload, percent }: { upload: PendingUpload; percent: number }) {
  const intl = useIntl();
  const { file, sentBytes, state, message } = upload;
  if (state === 'failed') return <WrappedText>{message}</WrappedText>;
  if (state === 'preparing') return <FormattedMessage id="file.preparing" />;
  return (
    <FormattedMessage
      id="file.sending"
      values={{
        sent: formatFileSize(Math.min(sentBytes, file.size), intl.formatNumber),
        size: formatFileSize(file.size, intl.formatNumber),
        percent,
      }}
    />
  );
}

function RetryButton({ isDisabled, onRetry }: { isDisabled: boolean; onRetry: () => void }) {
  return (
    <span>
      <Button variant="ghost" disabled={isDisabled} onClick={onRetry}>
        <FormattedMessage id="action.retry" />
      </Button>
    </span>
  );
}

function computePercent({ file, sentBytes }: PendingUpload): number {
  if (file.size === 0) return 0;
  return Math.floor((Math.min(sentBytes, file.size) / file.size) * 100);
}

export function PendingFileRow({
  upload,
  isDisabled,
  onView,
  onDismiss,
  onRetry,
}: {
  upload: PendingUpload;
  isDisabled: boolean;
  onView: (() => void) | undefined;
  onDismiss: () => void;
  onRetry: () => void;
}) {
  const intl = useIntl();
  const { file, state, retry } = upload;
  const isFailed = state === 'failed';
  const percent = computePercent(upload);
  return (
    <FileRow
      isFailed={isFailed}
      name={file.name}
      onView={onView}
      picture={
        <Picture>
          {isFailed ? <Warning size={22} aria-hidden /> : <UploadSimple size={22} aria-hidden />}
        </Picture>
      }
      state={<UploadState upload={upload} percent={percent} />}
      action={
        <IconButton
          label={intl.formatMessage(
            { id: isFailed ? 'file.dismiss' : 'file.cancel' },
            { name: file.name },
          )}
          icon={<X size={20} aria-hidden />}
          disabled={isDisabled}
          onClick={onDismiss}
        />
      }
      below={
        isFailed ? (
          retry === 'never' ? (
            <p>
              <FormattedMessage id="file.notSent" />
            </p>
          ) : (
            <RetryButton isDisabled={isDisabled} onRetry={onRetry} />
          )
        ) : (
          <ProgressBar
            value={percent}
            max={100}
            label={intl.formatMessage({ id: 'file.progress' }, { name: file.name })}
          />
        )
      }
    />
  );
}
