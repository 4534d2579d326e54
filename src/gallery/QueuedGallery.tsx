import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CloseOnBack } from '#src/ui/CloseOnBack.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { PaperPlaneTilt, Plus, Trash } from '#src/ui/icons.ts';
import { Gallery } from './Gallery.tsx';
import { afterRemoval, type GalleryFile } from './galleryFile.ts';

type QueuedGalleryProps = {
  files: readonly GalleryFile[];
  /** Defaults to the first file. */
  selectedId: string | undefined;
  /** Shown for files that were refused. */
  notice?: ReactNode;
  onClose: () => void;
  onRemove: (id: string) => void;
  onAdd: () => void;
  /** Set for forms of one page. */
  onSend?: () => void;
};

/** The file to show: the one chosen, a file that was just added, else the first. */
function useShownFile(files: QueuedGalleryProps['files'], selectedId: string | undefined) {
  const [wantedId, setWantedId] = useState(selectedId);
  const [known, setKnown] = useState(files);
  if (known !== files) {
    const added = files.find(({ id }) => !known.some((each) => each.id === id));
    setKnown(files);
    if (added) setWantedId(added.id);
  }
  return { shown: files.find(({ id }) => id === wantedId) ?? files[0], setWantedId };
}

function OpenQueue({
  files,
  selectedId,
  notice,
  onClose,
  onRemove,
  onAdd,
  onSend,
}: QueuedGalleryProps) {
  const intl = useIntl();
  const { shown, setWantedId } = useShownFile(files, selectedId);
  const handleEnd = useEffectEvent(onClose);
  const isEmpty = !shown;
  useEffect(() => {
    if (isEmpty) handleEnd();
  }, [isEmpty]); // removed, or refused while it was open
  if (!shown) return null;

  function remove(file: GalleryFile): void {
    setWantedId(afterRemoval(files, file.id)?.id);
    onRemove(file.id);
  }

  return (
    <Gallery
      files={files}
      selectedId={shown.id}
      notice={notice}
      onSelect={setWantedId}
      onClose={onClose}
      actions={(file) => (
        <>
          <IconButton
            label={intl.formatMessage({ id: 'gallery.add' })}
            icon={<Plus size={24} aria-hidden />}
            onClick={onAdd}
          />
          <IconButton
            label={intl.formatMessage({ id: 'file.remove' }, { name: file.name })}
            icon={<Trash size={24} aria-hidden />}
            onClick={() => remove(file)}
          />
          {onSend && (
            <Button
              variant="primary"
              data-send
              aria-label={intl.formatMessage({ id: 'gallery.send' })}
              icon={<PaperPlaneTilt size={20} aria-hidden />}
              onClick={onSend}
            >
              <span data-wide>
                <FormattedMessage id="gallery.send" />
              </span>
            </Button>
          )}
        </>
      )}
    />
  );
}

/**
 * Files before they are sent (docs/behaviour/files.md#gallery): they can be added, removed and
 * sent.
 */
export const QueuedGallery = (props: QueuedGalleryProps) => (
  <>
    <CloseOnBack onClose={props.onClose} />
    <OpenQueue {...props} />
  </>
);
