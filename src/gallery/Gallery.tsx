import { styled } from '@linaria/react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { clipMiddle } from '#src/ui/clipMiddle.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import { X } from '#src/ui/icons.ts';
import {
  CaretLeft,
  CaretRight,
  DownloadSimple,
  MagnifyingGlassMinus,
  MagnifyingGlassPlus,
} from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FileStage, type ListFailure } from './FileStage.tsx';
import type { GalleryFile } from './galleryFile.ts';
import { ThumbnailStrip } from './ThumbnailStrip.tsx';
import { useZoom, type Zoom } from './useZoom.ts';

const Frame = styled.dialog`
  color-scheme: dark;
  width: 100%;
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: oklch(0.16 0.006 260);
  color: var(--text);
  overflow: hidden;
  &[open] {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
  }
  > header {
    display: flex;
    gap: var(--s-2);
    align-items: center;
    padding: 0.6rem 1rem 0.6rem 1.5rem;
  }
  > header > div:first-child {
    flex: 1;
    min-width: 0;
  }
  > header h2 {
    font: var(--fw-strong) 1.0625rem/1.3 var(--font-sans);
    letter-spacing: 0;
    overflow-wrap: anywhere;
  }
  > header p {
    color: var(--muted);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  > header button:not([data-send]) {
    color: var(--text);
  }
  > header [data-send] {
    width: auto;
    min-height: var(--target-min);
  }
  > [data-notice] {
    grid-row: 2;
    max-height: 20dvh;
    margin: 0 1.5rem 0.5rem;
    overflow: auto;
  }
  > [role='alert'] {
    grid-row: 2;
    margin: 0 1.5rem 0.5rem;
    color: var(--danger-text);
    font-size: var(--text-sm);
  }
  > [data-row='stage'] {
    grid-row: 3;
    display: grid;
    grid-template-columns: 4.5rem minmax(0, 1fr) 4.5rem;
    align-items: center;
    min-height: 0;
  }
  [data-step] {
    justify-self: center;
    width: 3rem;
    min-height: 3rem;
    border-radius: 50%;
    background: oklch(1 0 0 / 0.1);
    color: var(--text);
  }
  [data-step]:disabled {
    visibility: hidden;
  }
  @media (max-width: 767px) {
    > header {
      padding-left: 1rem;
    }
    > header [data-wide] {
      display: none;
    }
    > [data-notice],
    > [role='alert'] {
      margin-inline: 0.75rem;
    }
    > [data-row='stage'] {
      grid-template-columns: minmax(0, 1fr);
      padding: 0 0.75rem;
    }
    [data-step] {
      display: none;
    }
  }
  @media print {
    display: none;
  }
`;
const titleLength = 50; // characters

/** Shortens a long name in the middle; the whole name is in the tooltip and for screen readers. */
function FileName({ name }: { name: string }) {
  const shown = clipMiddle(name, titleLength);
  return shown === name ? (
    <WrappedText>{name}</WrappedText>
  ) : (
    <span title={name}>
      <span aria-hidden>{shown}</span>
      <span className={visuallyHidden}>{name}</span>
    </span>
  );
}

const isMedia = (target: EventTarget): boolean => target instanceof HTMLMediaElement;
/** Returns true for elements that use the arrow keys themselves, e.g. to pan a zoomed file. */
const isMovable = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[data-movable]') !== null;

type GalleryProps = {
  files: readonly GalleryFile[];
  /** An id that is not in the list is shown as a file that is gone. */
  selectedId: string;
  onSelect: (id: string) => void;
  onClose: () => void;
  /** The list may still grow. */
  isLoading?: boolean;
  /** Why the list, or more of it, did not load. */
  listFailure?: ListFailure | undefined;
  /**
   * Rejects with an ApiError. Without it nothing can be downloaded, e.g. a file picked on this
   * device.
   */
  onDownload?: (file: GalleryFile) => Promise<void>;
  /** More buttons for the file. */
  actions?: (file: GalleryFile) => ReactNode;
  /** Shown above the file. */
  notice?: ReactNode;
};

/** Opens the dialog on mount and keeps the focus inside it. */
function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  // The cleanup of a layout effect runs before the element is removed; only then can closing
  // restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // a long file can be scrolled by keyboard
    element?.querySelector<HTMLElement>('[data-stage]')?.focus();
    return () => element?.close();
  }, []);

  // The focused element can be removed while the gallery is open, e.g. a row of the notice.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      dialog.current?.querySelector<HTMLElement>('[data-stage]')?.focus();
  });
  return dialog;
}

/** Downloads one file at a time and keeps the error of the last download. */
function useDownload(onDownload: GalleryProps['onDownload']) {
  const errorText = useErrorText();
  const [failure, setFailure] = useState<{ id: string; text: string }>();
  const [savingId, setSavingId] = useState<string>();

  async function download(wanted: GalleryFile): Promise<void> {
    if (savingId !== undefined || !onDownload) return;
    setSavingId(wanted.id);
    setFailure(undefined);
    await onDownload(wanted).catch((error: unknown) =>
      setFailure({ id: wanted.id, text: errorText(error) }),
    );
    setSavingId(undefined);
  }
  return { download, failure, savingId };
}

/** Returns the position of the selected file, -1 for one that is gone. `goTo` stays in the list. */
function getSelection({
  files,
  selectedId,
  onSelect,
}: Pick<GalleryProps, 'files' | 'selectedId' | 'onSelect'>) {
  const at = files.findIndex(({ id }) => id === selectedId);
  const count = files.length;
  function goTo(index: number): void {
    const next = files[Math.min(Math.max(index, 0), count - 1)];
    if (next && next.id !== selectedId) onSelect(next.id);
  }
  return { at, count, file: files[at], goTo };
}

type Keys = {
  at: number;
  count: number;
  zoom: Zoom;
  goTo: (index: number) => void;
  onClose: () => void;
};

function handleKey(event: KeyboardEvent, { at, count, zoom, goTo, onClose }: Keys): void {
  if (event.altKey || event.ctrlKey || event.metaKey || isMedia(event.target)) return;
  const actions: Record<string, () => void> = {
    Escape: onClose,
    '+': zoom.closer,
    '=': zoom.closer,
    '-': zoom.farther,
    '0': zoom.reset,
  };
  if (!isMovable(event.target))
    Object.assign(actions, {
      ArrowLeft: () => goTo(at - 1),
      ArrowRight: () => goTo(at + 1),
      Home: () => goTo(0),
      End: () => goTo(count - 1),
    });
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation(); // the page below has keys of its own
  action();
}

type HeadProps = {
  file: GalleryFile | undefined;
  at: number;
  count: number;
  isLoading: boolean;
  zoom: Zoom;
  buttons: ReactNode;
  onClose: () => void;
};

function Head({ file, at, count, isLoading, zoom, buttons, onClose }: HeadProps) {
  const intl = useIntl();
  const position =
    file && intl.formatMessage({ id: 'gallery.position' }, { number: at + 1, count });
  return (
    <header>
      <div>
        <h2>{file ? <FileName name={file.name} /> : <FormattedMessage id="gallery.title" />}</h2>
        {file && (
          <p>
            {[
              position,
              file.size === undefined ? undefined : formatFileSize(file.size, intl.formatNumber),
              file.about,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <p role="status" className={visuallyHidden}>
        {file ? `${position}: ${file.name}` : isLoading && <FormattedMessage id="app.loading" />}
      </p>
      {zoom.isOffered(file) && (
        <>
          <IconButton
            data-wide
            label={intl.formatMessage({ id: 'gallery.farther' })}
            icon={<MagnifyingGlassMinus size={24} aria-hidden />}
            onClick={zoom.farther}
          />
          <IconButton
            data-wide
            label={intl.formatMessage({ id: 'gallery.closer' })}
            icon={<MagnifyingGlassPlus size={24} aria-hidden />}
            onClick={zoom.closer}
          />
        </>
      )}
      {buttons}
      <IconButton
        label={intl.formatMessage({ id: 'action.close' })}
        icon={<X size={24} aria-hidden />}
        onClick={onClose}
      />
    </header>
  );
}

/** The file between the buttons for the previous and the next one. */
function Stage({
  at,
  count,
  goTo,
  children,
}: Pick<Keys, 'at' | 'count' | 'goTo'> & { children: ReactNode }) {
  const intl = useIntl();
  return (
    <div data-row="stage">
      <IconButton
        data-step
        label={intl.formatMessage({ id: 'gallery.previous' })}
        icon={<CaretLeft size={24} aria-hidden />}
        disabled={at <= 0}
        onClick={() => goTo(at - 1)}
      />
      {children}
      <IconButton
        data-step
        label={intl.formatMessage({ id: 'gallery.next' })}
        icon={<CaretRight size={24} aria-hidden />}
        disabled={at < 0 || at === count - 1}
        onClick={() => goTo(at + 1)}
      />
    </div>
  );
}

/** Shows files one at a time in a full-window dialog (docs/behaviour/files.md#gallery). */
export function Gallery({ files, selectedId, isLoading = false, ...props }: GalleryProps) {
  const { listFailure, onSelect, onClose, onDownload, actions, notice } = props;
  const intl = useIntl();
  const dialog = useModalDialog();
  const { download, failure, savingId } = useDownload(onDownload);
  const { at, count, file, goTo } = getSelection({ files, selectedId, onSelect });
  const zoom = useZoom(selectedId);
  const isSaving = file !== undefined && savingId === file.id;
  return (
    <Frame
      ref={dialog}
      aria-label={file?.name ?? intl.formatMessage({ id: 'gallery.title' })}
      onKeyDown={(event) => handleKey(event, { at, count, zoom, goTo, onClose })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Head
        {...{ file, at, count, isLoading, zoom, onClose }}
        buttons={
          <>
            {file && actions?.(file)}
            {file && onDownload && (
              <IconButton
                label={intl.formatMessage({ id: 'gallery.download' }, { name: file.name })}
                icon={<DownloadSimple size={24} aria-hidden />}
                aria-busy={isSaving || undefined}
                onClick={() => void download(file)}
              />
            )}
          </>
        }
      />
      {failure && failure.id === selectedId && <p role="alert">{failure.text}</p>}
      {notice && <div data-notice>{notice}</div>}
      <Stage {...{ at, count, goTo }}>
        <FileStage
          {...{ file, isLoading, zoom }}
          failure={listFailure}
          onSwipe={(steps) => goTo(at + steps)}
          download={
            file &&
            onDownload && (
              <Button
                variant="primary"
                icon={<DownloadSimple size={20} aria-hidden />}
                isBusy={isSaving}
                onClick={() => void download(file)}
              >
                <FormattedMessage id="gallery.download.button" />
              </Button>
            )
          }
        />
      </Stage>
      <ThumbnailStrip files={files} at={at} onSelect={onSelect} />
    </Frame>
  );
}
