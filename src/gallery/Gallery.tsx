import { styled } from '@linaria/react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fileSize } from '#schemas/fileSize.rules.ts';
import { toUserMessage } from '#src/api/errors.ts';
import { middleClipped } from '#src/lib/middleClipped.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { visuallyHidden } from '#src/ui/field.ts';
import {
  CaretLeft,
  CaretRight,
  DownloadSimple,
  MagnifyingGlassMinus,
  MagnifyingGlassPlus,
  X,
} from '#src/ui/icons.ts';
import { FileStage } from './FileStage.tsx';
import type { GalleryFile } from './galleryFile.ts';
import { ThumbnailStrip } from './ThumbnailStrip.tsx';
import { useZoom } from './useZoom.ts';

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
const titleLength = 50; // calls.md §9

/** Its beginning and its end, where it is long; all of it on hover, and to whoever hears it. */
function FileName({ name }: { name: string }) {
  const shown = middleClipped(name, titleLength);
  return shown === name ? (
    name
  ) : (
    <span title={name}>
      <span aria-hidden>{shown}</span>
      <span className={visuallyHidden}>{name}</span>
    </span>
  );
}

const isMedia = (target: EventTarget): boolean => target instanceof HTMLMediaElement;
/** Something bigger than its place is moved by the keys that else lead to other files. */
const isMovable = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[data-movable]') !== null;

type GalleryProps = {
  files: readonly GalleryFile[];
  /** One that is not in the list is not there any more. */
  selectedId: string;
  onSelect: (id: string) => void;
  onClose: () => void;
  /** More may be in the list in a moment. */
  isLoading?: boolean;
  /** Rejects with an ApiError. Without it nothing can be downloaded, e.g. what was only just picked here. */
  onDownload?: (file: GalleryFile) => Promise<void>;
  /** What can be done with the file besides. */
  actions?: (file: GalleryFile) => ReactNode;
  /** To be said above the file. */
  notice?: ReactNode;
};

/** Shows files one at a time over the whole window (product.md §2.4, Gallery). */
export function Gallery({
  files,
  selectedId,
  onSelect,
  onClose,
  isLoading = false,
  onDownload,
  actions,
  notice,
}: GalleryProps) {
  const intl = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<{ id: string; text: string }>();
  const [savingId, setSavingId] = useState<string>();
  const at = files.findIndex(({ id }) => id === selectedId);
  const file = files[at];
  const zoom = useZoom(selectedId);
  // A layout effect ends before the element leaves the page: only then can closing give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-stage]')?.focus(); // a long file is scrolled by keyboard at once
    return () => element?.close();
  }, []);

  // What had the focus can go while the gallery stays, as a row of the notice does.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      dialog.current?.querySelector<HTMLElement>('[data-stage]')?.focus();
  });

  const goTo = (index: number) => {
    const next = files[Math.min(Math.max(index, 0), files.length - 1)];
    if (next && next.id !== selectedId) onSelect(next.id);
  };

  async function download(wanted: GalleryFile): Promise<void> {
    if (savingId !== undefined || !onDownload) return;
    setSavingId(wanted.id);
    setFailure(undefined);
    await onDownload(wanted).catch((error: unknown) =>
      setFailure({ id: wanted.id, text: toUserMessage(error, (id) => intl.formatMessage({ id })) }),
    );
    setSavingId(undefined);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || isMedia(event.target)) return;
    const ways: Record<string, () => void> = {
      Escape: onClose,
      '+': zoom.closer,
      '=': zoom.closer,
      '-': zoom.farther,
      '0': zoom.reset,
    };
    if (!isMovable(event.target))
      Object.assign(ways, {
        ArrowLeft: () => goTo(at - 1),
        ArrowRight: () => goTo(at + 1),
        Home: () => goTo(0),
        End: () => goTo(files.length - 1),
      });
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation(); // what lies beneath has keys of its own
    way();
  }

  const position =
    at < 0
      ? undefined
      : intl.formatMessage({ id: 'gallery.position' }, { number: at + 1, count: files.length });
  const downloadButton = file && onDownload && (
    <IconButton
      label={intl.formatMessage({ id: 'gallery.download' }, { name: file.name })}
      icon={<DownloadSimple size={24} aria-hidden />}
      aria-busy={savingId === file.id || undefined}
      onClick={() => void download(file)}
    />
  );
  return (
    <Frame
      ref={dialog}
      aria-label={file?.name ?? intl.formatMessage({ id: 'gallery.title' })}
      onKeyDown={handleKey}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <div>
          <h2>{file ? <FileName name={file.name} /> : <FormattedMessage id="gallery.title" />}</h2>
          {file && (
            <p>
              {[position, fileSize(file.size, intl.formatNumber), file.about]
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
        {file && actions?.(file)}
        {downloadButton}
        <IconButton
          label={intl.formatMessage({ id: 'action.close' })}
          icon={<X size={24} aria-hidden />}
          onClick={onClose}
        />
      </header>
      {failure && failure.id === selectedId && <p role="alert">{failure.text}</p>}
      {notice && <div data-notice>{notice}</div>}
      <div data-row="stage">
        <IconButton
          data-step
          label={intl.formatMessage({ id: 'gallery.previous' })}
          icon={<CaretLeft size={24} aria-hidden />}
          disabled={at <= 0}
          onClick={() => goTo(at - 1)}
        />
        <FileStage
          file={file}
          isLoading={isLoading}
          zoom={zoom}
          onSwipe={(steps) => goTo(at + steps)}
          download={
            file &&
            onDownload && (
              <Button
                variant="primary"
                icon={<DownloadSimple size={20} aria-hidden />}
                isBusy={savingId === file.id}
                onClick={() => void download(file)}
              >
                <FormattedMessage id="gallery.download.button" />
              </Button>
            )
          }
        />
        <IconButton
          data-step
          label={intl.formatMessage({ id: 'gallery.next' })}
          icon={<CaretRight size={24} aria-hidden />}
          disabled={at < 0 || at === files.length - 1}
          onClick={() => goTo(at + 1)}
        />
      </div>
      <ThumbnailStrip files={files} at={at} onSelect={onSelect} />
    </Frame>
  );
}
